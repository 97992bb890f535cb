import { Form, useLocation, useSubmit } from "@remix-run/react";
import { FieldFrame } from "#app/components/form/fields.tsx";
import { Card } from "#app/components/layout/card.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { useHydrated } from "#app/components/layout/toast.tsx";
import { withParams } from "#app/lib/paths.ts";
import type { RulePage } from "#app/services/shipping-rules/shipping-rules.server.ts";
import { StateSelect } from "./state-select.tsx";
import { WhyAnswer } from "./why-answer.tsx";

type Why = NonNullable<RulePage["why"]>;

/** Explains which rate an order gets and why; the input is in the query string. */
export function WhyCard({ why }: Pick<RulePage, "why">) {
  const { pathname, search } = useLocation();
  if (why) {
    return (
      <Card title="Check a rate">
        <Question why={why} />
        {why.explanation && <WhyAnswer explanation={why.explanation} />}
      </Card>
    );
  }
  return (
    <Card
      title="Check a rate"
      action={
        <Link
          to={withParams(`${pathname}${search}`, { country: "AU", quantity: 1 })}
          className="button no-print"
          preventScrollReset
        >
          Try it
        </Link>
      }
    >
      <p className="text-muted">Enter a destination and a quantity to see which rate applies.</p>
    </Card>
  );
}

function Question({ why }: { why: Why }) {
  const { pathname, search } = useLocation();
  const isHydrated = useHydrated();
  const others = [...new URLSearchParams(search)].filter(([name]) => !["country", "state", "quantity"].includes(name));
  return (
    <Form
      key={search}
      method="get"
      action={pathname}
      preventScrollReset
      autoComplete="off"
      aria-label="Check a rate"
      className="flex flex-wrap items-end gap-3 [&>div]:max-w-full"
    >
      {others.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <CountryField why={why} />
      {!isHydrated && (
        <button type="submit" className="button">
          Show the states of this country
        </button>
      )}
      <FieldFrame name="state" label="State">
        <StateSelect id="state" states={why.states} start={why.state} />
      </FieldFrame>
      <FieldFrame name="quantity" label="Quantity" message={why.message}>
        <input
          id="quantity"
          name="quantity"
          className="input"
          inputMode="numeric"
          defaultValue={why.quantity}
          aria-invalid={why.message ? true : undefined}
          aria-describedby="quantity-error"
        />
      </FieldFrame>
      <button type="submit" className="button button-primary">
        Show the rate
      </button>
    </Form>
  );
}

/** With scripts, another country shows its states at once. */
function CountryField({ why }: { why: Why }) {
  const submit = useSubmit();
  return (
    <FieldFrame name="country" label="Country">
      <select
        id="country"
        name="country"
        className="input"
        defaultValue={why.countryCode}
        onChange={({ target: { form } }) => {
          const state = form?.elements.namedItem("state");
          // A state of another country, even if both countries have one of that name.
          if (state instanceof HTMLSelectElement) state.value = "";
          submit(form, { preventScrollReset: true });
        }}
      >
        {why.countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}
