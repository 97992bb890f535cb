interface Props {
  /** The address at which the user authenticates again. */
  href: string;
}

/** For a form with more input than a draft can hold: the form stays open, and the link opens another tab. */
export function ConfirmIdentityAlert({ href }: Props) {
  return (
    <div role="alert" className="mt-3">
      <p className="mb-3">
        Please confirm that it is you. What you typed stays on this page. Confirm it in another tab, come back here, and
        send it again.
      </p>
      <a className="button button-primary" href={href} target="_blank" rel="noopener">
        Confirm (opens in new tab)
      </a>
    </div>
  );
}
