/** Some of these tests check the built product. */
import { build } from "#scripts/prepare.mjs";

export default build;
