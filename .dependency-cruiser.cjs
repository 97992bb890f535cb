/** The files of other areas that an area may use. */
const offered = {
  approvals: ["history/(kept|history-rows)\\.ts"],
  books: ["invoices/owed\\.ts"],
  marketplaces: ["channels/", "shops/", "suppliers/agreement-kind\\.ts"],
  orders: ["history/kept\\.ts"],
  products: ["history/kept\\.ts", "channels/(listing|sweep)\\.ts"],
  referrals: ["channels/listing\\.ts"],
  shipments: ["history/kept\\.ts"],
  shops: ["channels/(channel|built-in|webhook-secret)\\.ts", "orders/(place|placed-changes|adjusting)\\.ts"],
  suppliers: ["history/kept\\.ts"],
  users: ["history/kept\\.ts"],
};

/**
 * Forbidden imports between folders; all others are allowed.
 * @type {import("dependency-cruiser").IConfiguration}
 */
module.exports = {
  forbidden: [
    {
      name: "contract-is-a-leaf",
      comment: "The contract imports no other folder, because app and API both depend on it.",
      severity: "error",
      from: { path: "^contract/" },
      to: { path: "^(app|api|demo|tests|scripts)/" },
    },
    {
      name: "app-knows-only-the-contract",
      comment: "The back office is a client of the HTTP API and nothing else, so that the API can be replaced.",
      severity: "error",
      from: { path: "^app/" },
      to: { path: "^(api|demo|tests|scripts)/" },
    },
    {
      name: "api-does-not-know-the-app",
      comment: "The API serves any client.",
      severity: "error",
      from: { path: "^(api|demo)/" },
      to: { path: "^(app|tests|scripts)/" },
    },
    {
      name: "only-the-start-knows-the-demo",
      comment: "Demo data is put in when the API starts, and nothing else depends on it.",
      severity: "error",
      from: { path: "^api/", pathNot: "^api/server/serve\\.ts$" },
      to: { path: "^demo/" },
    },
    {
      name: "tests-of-screens-do-not-load-the-api",
      comment: "They use it over HTTP. Every worker would spend seconds on loading it.",
      severity: "error",
      from: { path: "^tests/(screens|support/browser)/" },
      to: { path: "^api/", reachable: true },
    },
    {
      name: "components-import-no-area-and-no-service",
      comment: "Components and lib run in the browser and are shared by all screens.",
      severity: "error",
      from: { path: "^app/(components|lib)/" },
      to: { path: "^app/(routes|services)/" },
    },
    {
      name: "lib-knows-no-component",
      comment: "lib is pure and runs in browser and server.",
      severity: "error",
      from: { path: "^app/lib/" },
      to: { path: "^app/components/" },
    },
    {
      name: "services-know-no-screen",
      comment: "Routes call services, never the reverse.",
      severity: "error",
      from: { path: "^app/services/" },
      to: { path: "^app/(routes|components)/" },
    },
    {
      name: "shared-services-know-no-area",
      comment: "The folders request, session, forms and pages serve every area.",
      severity: "error",
      from: { path: "^app/services/(request|session|forms|pages)/" },
      to: { path: "^app/services/", pathNot: "^app/services/(request|session|forms|pages)/" },
    },
    {
      name: "routes-do-not-import-routes",
      comment: "Routes share code through parts of their area, components or services.",
      severity: "error",
      from: { path: "^app/routes/" },
      to: { path: "^app/routes/", pathNot: "/parts/" },
    },
    {
      name: "operations-stay-out-of-the-browser",
      comment:
        "Paths and permissions of the API would be sent with the components. Loaders and actions are removed from the browser's build.",
      severity: "error",
      from: { path: "^app/", pathNot: "^app/(services/|routes/|lib/can\\.ts$)" },
      to: { path: "^contract/(operations\\.ts$|[^/]+/operations\\.ts$)" },
    },
    {
      name: "core-knows-no-area-and-no-module",
      comment: "api/core is what every area builds on. What it needs of one comes in as a parameter.",
      severity: "error",
      from: { path: "^api/core/" },
      to: { path: "^api/", pathNot: "^api/core/" },
    },
    {
      name: "modules-know-the-core-alone",
      comment: "Sign-in, backup and guide are products of their own.",
      severity: "error",
      from: { path: "^api/modules/" },
      to: { path: "^api/", pathNot: "^api/(core|modules)/" },
    },
    {
      name: "modules-have-a-door",
      comment: "Others see of a module what its index.ts offers. The programs in api/ put the modules together.",
      severity: "error",
      from: { path: "^api/(?:core|areas|registries|modules/([^/]+))/" },
      to: { path: "^api/modules/", pathNot: "^api/modules/($1/|[^/]+/index\\.ts$)" },
    },
    {
      name: "only-programs-know-the-registries",
      comment: "api/registries names everything, so that nothing below needs to.",
      severity: "error",
      from: { path: "^api/(core|modules|areas)/" },
      to: { path: "^api/registries/" },
    },
    {
      name: "areas-of-the-api-stand-alone",
      comment: "Code that two areas share belongs in api/areas/shared. `offered` names the exceptions.",
      severity: "error",
      from: { path: "^api/areas/([^/]+)/", pathNot: `^api/areas/(shared|${Object.keys(offered).join("|")})/` },
      to: { path: "^api/areas/[^/]+/", pathNot: "^api/areas/($1|shared)/" },
    },
    ...Object.entries(offered).map(([area, files]) => ({
      name: `what-${area}-may-use`,
      comment: "What one area offers another one. Shops place orders and publish products, never the other way.",
      severity: "error",
      from: { path: `^api/areas/${area}/` },
      to: { path: "^api/areas/", pathNot: `^api/areas/(${[`${area}/`, "shared/", ...files].join("|")})` },
    })),
    {
      name: "shared-knows-no-area",
      comment: "Shared code must not depend on areas.",
      severity: "error",
      from: { path: "^api/areas/shared/" },
      to: { path: "^api/areas/[^/]+/", pathNot: "^api/areas/shared/" },
    },
    {
      name: "no-cycles",
      comment: "A module that needs itself can't be understood alone. Types may refer to each other.",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "nothing-missing",
      comment: "An import that leads nowhere, or to a package that is not in package.json.",
      severity: "error",
      from: { path: "^(app|api|contract|demo|scripts)/" },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(build|node_modules)/" },
    // Imports of types are dependencies, too.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json"],
    },
    skipAnalysisNotInRules: true,
  },
};
