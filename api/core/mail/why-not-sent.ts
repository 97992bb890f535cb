/**
 * Says why a mail server did not take an email, and what to do. The address may lead anywhere, also into the own network,
 * so that no word of what answers there is repeated: only the codes of SMTP (RFC 5321, RFC 3463).
 */
interface MailError extends Error {
  code?: string;
  /** The code of the connection, where `code` only says that it failed. */
  originalCode?: string;
  /** The SMTP command that failed. */
  command?: string;
  responseCode?: number;
  response?: string;
}

const otherTls = "This port speaks TLS only after STARTTLS. Begin the address with smtp:// instead of smtps://.";

export function whyNotSent(error: MailError): string {
  const code = error.originalCode ?? error.code ?? "";
  if (/SSL_WRONG_VERSION|SSL_PACKET_LENGTH|SSL_UNEXPECTED/.test(code)) return otherTls;
  if (code.startsWith("ERR_TLS_") || /CERT|SIGNATURE/.test(code))
    return `The server's certificate is not valid for its name (${code}). Check the name of the server.`;
  return known[code] ?? refusal(error) ?? `The connection ended before the email was sent${inBrackets(code)}.`;
}

const unanswered =
  "The server did not answer in time. Check its name and the port. If this port speaks TLS from the start, as 465 does, begin the address with smtps://.";

const known: Readonly<Record<string, string>> = {
  ECONNREFUSED: "Nothing answers at this port. Check the name of the server and the port.",
  ENOTFOUND: "There is no such host. Check the name of the server.",
  EAI_AGAIN: "There is no such host. Check the name of the server.",
  EDNS: "There is no such host. Check the name of the server.",
  EHOSTUNREACH: "There is no way to this host from here. Check the name of the server.",
  ENETUNREACH: "There is no way to this host from here. Check the name of the server.",
  ETIMEDOUT: unanswered,
  ETLS: "The server could not begin TLS (STARTTLS). Ask those who run it, or use the port that speaks TLS from the start, with smtps://.",
};

function refusal({ code, command = "", responseCode, response = "", message }: MailError): string | undefined {
  if (message === tookTooLong) return unanswered;
  const [, status] = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response) ?? [];
  const codes = inBrackets([responseCode, status].filter(Boolean).join(" "));
  if (code === "EAUTH") return `The server refuses the user name or the password${codes}.`;
  if (code === "EPROTOCOL" && responseCode === undefined) return "What answers at this port is not a mail server.";
  if (responseCode === undefined) return undefined;
  if (command.startsWith("MAIL")) return `The server refuses the sender${codes}. Check the sender's address.`;
  if (command.startsWith("RCPT")) return `The server refuses to send to your address${codes}.`;
  if (command === "CONN" || /HELO|EHLO/.test(command))
    return `The server refuses this machine${codes}. Ask those who run it to admit it.`;
  return `The server refuses the email${codes}.`;
}

const inBrackets = (text: string) => (text === "" ? "" : ` (${text})`);

/** Message of the error that ends an exchange after its time limit. */
export const tookTooLong = "the mail server took too long";
