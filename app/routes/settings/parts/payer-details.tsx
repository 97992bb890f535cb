import { Detail, Details } from "#app/components/layout/details.tsx";
import { formatBsb } from "#contract/rules/abn.ts";
import type { Payer } from "#contract/rules/direct-entry.ts";

export function PayerDetails({ account }: { account: Payer }) {
  return (
    <Details>
      <Detail term="Account name">{account.userName}</Detail>
      <Detail term="Bank">{account.bankCode}</Detail>
      <Detail term="BSB">{formatBsb(account.bsb)}</Detail>
      <Detail term="User id at the bank">{account.userId}</Detail>
      <Detail term="Account number">{account.accountNumber}</Detail>
    </Details>
  );
}
