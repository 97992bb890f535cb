import { createServer, type Socket } from "node:net";
import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { commands, settings as settingsTable } from "#api/core/database/schema/index.ts";
import { mailerOf } from "#api/core/mail/mailer.ts";
import { operations } from "#contract/operations.ts";
import { shownText } from "#contract/rules/edits.ts";
import { organisationSettings } from "#contract/settings/edits.ts";
import { startApi } from "#tests/support/api.ts";
import { sampleImage } from "#tests/support/images.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi({ PAYER_ACCOUNT: "" });
const { settings, setup, configuration, invoices } = operations;
const payer = {
  BankCode: "wbc",
  UserName: "Harbour Trading Pty Ltd",
  UserId: "301500",
  Bsb: "032-001",
  AccountNumber: "123 456",
};

let ada: TestUser;
let grace: TestUser;
let finance: TestUser;
beforeAll(async () => {
  ada = await api.aUser({ roles: ["Administrator"] });
  grace = await api.aUser({ roles: ["Administrator"] });
  finance = await api.aUser({ roles: ["Finance"] });
});
beforeEach(async () => {
  await api.database.db.delete(settingsTable);
  await api.refreshSettings();
});

const now = () => api.ok(ada, settings.get, {});

describe("how long data is kept", () => {
  test("is 84 months until somebody sets it, and is in effect without a restart", async () => {
    expect((await now()).retention).toEqual({ history: { value: 84, isFixed: false }, customers: 84 });
    await api.ok(ada, settings.updateRetention, { HistoryMonths: 24, CustomerMonths: 60 });
    expect((await now()).retention).toEqual({ history: { value: 24, isFixed: false }, customers: 60 });
  });

  test.each([
    [{ HistoryMonths: 0, CustomerMonths: 84 }, "HistoryMonths", "Please enter at least 1."],
    [{ HistoryMonths: 84, CustomerMonths: 5 }, "CustomerMonths", "Please enter at least 6."],
    [{ HistoryMonths: 84.5, CustomerMonths: 84 }, "HistoryMonths", "Please enter a whole number of months."],
    [{ HistoryMonths: 84, CustomerMonths: 601 }, "CustomerMonths", "Please enter at most 600."],
    [{ HistoryMonths: "a", CustomerMonths: 84 }, "HistoryMonths", "Please enter a whole number of months."],
  ])("refuses %j", async (input, field, message) => {
    const { status, problem } = await api.call(ada, settings.updateRetention, input as never);
    expect([status, problem.errors?.[field]]).toEqual([422, [message]]);
  });
});

describe("the organisation", () => {
  test("is called Countinghouse until it has a name, which every client is told", async () => {
    expect((await now()).organisation).toEqual({ name: "Countinghouse", logoId: null });
    await api.ok(ada, settings.updateOrganisation, { Name: "  Harbour Market ", LogoId: null });
    await api.refreshSettings();
    expect((await api.ok(undefined, configuration.get, {})).organisation.name).toBe("Harbour Market");
  });

  test("keeps what two people changed, and names a field that both did", async () => {
    const Shown = shownText(organisationSettings((await now()).organisation));
    const LogoId = await api.aFile({ location: 6, createdBy: grace.id });
    await api.ok(ada, settings.updateOrganisation, { Name: "Harbour Market", LogoId: null, Shown });
    await api.ok(grace, settings.updateOrganisation, { Name: "Countinghouse", LogoId, Shown });
    expect((await now()).organisation).toEqual({ name: "Harbour Market", logoId: LogoId });
    const { status, problem } = await api.call(grace, settings.updateOrganisation, { Name: "Quay", LogoId, Shown });
    expect([status, problem.errors?.Name]).toEqual([409, expect.anything()]);
  });

  test("takes only a logo that the sender uploaded as one", async () => {
    for (const file of [
      { location: 1, createdBy: ada.id },
      { location: 6, createdBy: grace.id },
    ]) {
      const LogoId = await api.aFile(file);
      const { status, problem } = await api.call(ada, settings.updateOrganisation, { Name: "Harbour", LogoId });
      expect([status, problem.errors?.LogoId]).toEqual([422, ["Please upload the logo again."]]);
    }
  });

  test.each([
    ["", "This is a required field"],
    ["x".repeat(61), "Please use no more than 60 characters."],
    ["x".repeat(1_000_000), "Please use no more than 60 characters."],
    ["a\u0000b", "This contains a character that cannot be saved. Please type it again."],
  ])("refuses a name such as %.20s", async (Name, message) => {
    const { status, problem } = await api.call(ada, settings.updateOrganisation, { Name, LogoId: null });
    expect([status, problem.errors?.Name]).toEqual([422, [message]]);
  });
});

describe("the time zone", () => {
  test("is in effect for everybody without a restart", async () => {
    await api.ok(ada, settings.updateTimeZone, { TimeZone: "Australia/Perth" });
    await api.refreshSettings();
    expect((await api.ok(undefined, configuration.get, {})).defaultTimeZone).toBe("Australia/Perth");
  });

  test.each(["Mars/Olympus", "", "x".repeat(1_000)])("is not %.20s", async (TimeZone) => {
    expect((await api.call(ada, settings.updateTimeZone, { TimeZone })).status).toBe(422);
  });
});

describe("emails", () => {
  const server = "smtp://postmaster:tide%20and%20time@127.0.0.1:1";

  test("keep the password of their server to themselves", async () => {
    await api.ok(ada, settings.updateMail, { From: "Harbour <office@harbour.example>", Server: server });
    const { mail } = await now();
    expect(mail).toMatchObject({
      from: { value: "Harbour <office@harbour.example>", isFixed: false },
      server: { shown: "smtp://postmaster@127.0.0.1:1", isFixed: false },
    });
    const rows = await api.database.db.select().from(settingsTable);
    const kept = await api.database.db.select().from(commands).where(eq(commands.operation, "settings.updateMail"));
    expect(JSON.stringify([mail, rows, kept])).not.toContain("tide");
  });

  test("keep their server when the field is left empty, until it is removed", async () => {
    await api.ok(ada, settings.updateMail, { From: "office@harbour.example", Server: server });
    await api.ok(ada, settings.updateMail, { From: "quay@harbour.example", Server: "" });
    expect((await now()).mail).toMatchObject({
      from: { value: "quay@harbour.example" },
      server: { shown: "smtp://postmaster@127.0.0.1:1" },
    });
    await api.ok(ada, settings.removeMailServer, {});
    expect((await now()).mail.server.shown).toBeNull();
  });

  test.each([
    ["From", "Harbour"],
    ["From", "a@b.example, c@d.example"],
    ["From", "Harbour <office@harbour.example>\r\nBcc: all@harbour.example"],
    ["From", `${"x".repeat(500_000)}<a@b.example>`],
    ["Server", "https://mail.example"],
    ["Server", "smtp://"],
    ["Server", `smtp://${"x".repeat(500_000)}`],
  ])("refuse a %s such as %.40s", async (field, value) => {
    const { status, problem } = await api.call(ada, settings.updateMail, {
      From: "office@harbour.example",
      [field]: value,
    });
    expect([status, Object.keys(problem.errors ?? {})]).toEqual([422, [field]]);
  });

  /** Sends the test email to a server that behaves like this. */
  async function tried(onConnection: (socket: Socket) => void, scheme = "smtp") {
    const server = createServer((socket) => onConnection(socket.on("error", () => undefined)));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as { port: number };
    await api.ok(ada, settings.updateMail, { From: "office@harbour.example", Server: `${scheme}://127.0.0.1:${port}` });
    const { problem } = await api.ok(ada, settings.sendTestMail, {});
    server.close();
    return problem;
  }
  /** Answers each line of an SMTP dialogue. */
  const dialogue = (refused: string, answer: string) => (socket: Socket) => {
    socket.write("220 ready\r\n");
    socket.on("data", (line) => socket.write(line.toString().startsWith(refused) ? `${answer}\r\n` : "250 ok\r\n"));
  };

  test("can be tried without a mail server", async () => {
    expect(await api.ok(ada, settings.sendTestMail, {})).toEqual({
      to: ada.email,
      problem: null,
      isWrittenToFolder: true,
    });
  });

  test.each<[what: string, onConnection: (socket: Socket) => void, problem: string, scheme?: string]>([
    [
      "refuses this machine",
      (socket) => socket.end("554 5.7.1 Secret words\r\n"),
      "The server refuses this machine (554 5.7.1). Ask those who run it to admit it.",
    ],
    [
      "refuses the sender",
      dialogue("MAIL", "550 5.7.60 Secret words"),
      "The server refuses the sender (550 5.7.60). Check the sender's address.",
    ],
    ["refuses the receiver", dialogue("RCPT", "550 Secret words"), "The server refuses to send to your address (550)."],
    [
      "is none of mail",
      (socket) => socket.end("HTTP/1.1 400 Secret words\r\n\r\n"),
      "What answers at this port is not a mail server.",
    ],
    [
      "speaks TLS only after STARTTLS",
      (socket) => socket.write("220 Secret words\r\n"),
      "This port speaks TLS only after STARTTLS. Begin the address with smtp:// instead of smtps://.",
      "smtps",
    ],
  ])(
    "a server that %s is told by its codes and what to do, without its words",
    async (_, onConnection, problem, scheme) => {
      expect(await tried(onConnection, scheme)).toBe(problem);
    },
  );

  test("end with the organisation's name, in text and HTML", async () => {
    const sent: string[] = [];
    const receiving = createServer((socket) => {
      socket.write("220 ready\r\n");
      let isData = false;
      socket.on("data", (chunk) => {
        const text = chunk.toString();
        if (isData) {
          sent.push(text);
          if (!text.includes("\r\n.\r\n")) return;
          isData = false;
          socket.write("250 taken\r\n");
        } else if (text.startsWith("QUIT")) socket.end("221 bye\r\n");
        else if (text.startsWith("DATA")) {
          isData = true;
          socket.write("354 go\r\n");
        } else socket.write("250 ok\r\n");
      });
    });
    await new Promise<void>((resolve) => receiving.listen(0, "127.0.0.1", resolve));
    const logo = `data:image/png;base64,${(await sampleImage().png().toBuffer()).toString("base64")}`;
    const { port } = receiving.address() as { port: number };
    const mail = { smtpUrl: `smtp://127.0.0.1:${port}`, from: "office@harbour.example" };
    const send = mailerOf({ mail, dataDir: "/nowhere" }, async () => ({ name: "Harbour & Co", logo }));
    await send({
      id: "1",
      to: "kim@example.com",
      subject: "S",
      text: "Hello,\n",
      html: "<html><body><p>Hello,</p></body></html>",
    });
    receiving.close();
    const message = sent.join("").replace(/=\r\n/g, "");
    expect(message).toContain("Harbour & Co\r\n");
    const [, contentId] = /<img src=3D"cid:([^"]+)"[^>]*>Harbour &amp; Co<\/p><\/body>/.exec(message) ?? [];
    expect(message.toLowerCase()).toContain(`content-id: <${contentId}>`.toLowerCase());
    expect(message.replace(/\r\n/g, "")).toContain(logo.split(",")[1]?.slice(0, 60));
  });
});

describe("the paying account", () => {
  test("is entered by one person and confirmed by another before anybody is paid from it", async () => {
    await api.ok(ada, settings.proposePayer, payer);
    expect(await now()).toMatchObject({
      payer: {
        account: null,
        proposed: { isOwn: true, account: { bankCode: "WBC", bsb: "032001", accountNumber: "123456" } },
      },
    });
    await api.refreshSettings();
    const paying = { InvoiceIds: [1], BankDate: "2099-01-01" };
    expect((await api.call(finance, invoices.makePayment, paying)).problem.message ?? "").toContain(
      "has not been set up",
    );
    expect((await api.call(ada, settings.confirmPayer, payer)).status).toBe(403);
    await api.ok(finance, settings.confirmPayer, payer);
    await api.refreshSettings();
    const { payer: confirmed } = await now();
    expect(confirmed).toMatchObject({
      account: { userName: "Harbour Trading Pty Ltd" },
      proposed: null,
      confirmed: { by: expect.any(String) },
    });
    expect((await api.call(finance, invoices.makePayment, paying)).problem.message ?? "").not.toContain(
      "has not been set up",
    );
  });

  test("stays the old one while a new one waits, and a changed one must be looked at again", async () => {
    await api.ok(ada, settings.proposePayer, payer);
    await api.ok(grace, settings.confirmPayer, payer);
    await api.ok(ada, settings.proposePayer, { ...payer, AccountNumber: "777777" });
    expect((await now()).payer).toMatchObject({
      account: { accountNumber: "123456" },
      proposed: { account: { accountNumber: "777777" } },
    });
    await api.ok(ada, settings.proposePayer, { ...payer, AccountNumber: "888888" });
    const { status, problem } = await api.call(grace, settings.confirmPayer, { ...payer, AccountNumber: "777777" });
    expect([status, problem.message]).toEqual([409, expect.stringContaining("has changed since you opened this page")]);
    await api.ok(grace, settings.withdrawPayer, {});
    expect((await now()).payer.proposed).toBeNull();
  });

  test.each([
    ["BankCode", "WB1"],
    ["UserName", "x".repeat(27)],
    ["UserId", "12345"],
    ["Bsb", "000000"],
    ["AccountNumber", "1234567890"],
    ["AccountNumber", "9".repeat(1_000_000)],
  ])("has no %s such as %.30s", async (field, value) => {
    const { status, problem } = await api.call(ada, settings.proposePayer, { ...payer, [field]: value });
    expect([status, Object.keys(problem.errors ?? {})]).toEqual([422, [field]]);
  });
});

describe("what the environment gives", () => {
  test("is shown as such, wins, and cannot be changed", async () => {
    const fixed = await startApi({
      TIME_ZONE: "Australia/Darwin",
      MAIL_FROM: "fixed@harbour.example",
      SMTP_URL: "smtp://user:word@mail.harbour.example:25",
    });
    const boss = await fixed.aUser({ roles: ["Administrator"] });
    await fixed.database.db
      .insert(settingsTable)
      .values({ id: 1, timeZone: "Australia/Perth", mailFrom: "x@y.example" });
    await fixed.refreshSettings();
    expect(await fixed.ok(boss, settings.get, {})).toMatchObject({
      timeZone: { value: "Australia/Darwin", isFixed: true },
      mail: {
        from: { value: "fixed@harbour.example", isFixed: true },
        server: { shown: "smtp://user@mail.harbour.example:25", isFixed: true },
      },
      payer: { isFixed: true, account: { bankCode: "WBC" } },
    });
    const refused = [
      await fixed.call(boss, settings.updateTimeZone, { TimeZone: "Australia/Perth" }),
      await fixed.call(boss, settings.updateMail, { From: "other@harbour.example" }),
      await fixed.call(boss, settings.updateMail, { From: "fixed@harbour.example", Server: "smtp://other.example" }),
      await fixed.call(boss, settings.removeMailServer, {}),
      await fixed.call(boss, settings.proposePayer, payer),
    ];
    for (const { status, problem } of refused)
      expect([status, problem.message]).toEqual([409, expect.stringContaining("The variable")]);
    expect((await fixed.ok(undefined, configuration.get, {})).defaultTimeZone).toBe("Australia/Darwin");
  }, 60_000);
});

describe("the list of what is left to set up", () => {
  const done = async () =>
    (await api.ok(ada, setup.get, {})).steps.filter(({ isDone }) => isDone).map(({ key }) => key);

  test("ticks off each step by what is there", async () => {
    expect(await done()).toEqual([]);
    const marketplace = await api.aMarketplace();
    const supplier = await api.aSupplier();
    expect(await done()).toEqual(["marketplace", "supplier"]);
    await api.aProductType();
    await api.anAgreement({ supplierId: supplier, marketplaceId: marketplace, status: 2 });
    await api.ok(ada, settings.updateMail, { From: "office@harbour.example", Server: "smtp://mail.harbour.example" });
    await api.ok(ada, settings.proposePayer, payer);
    await api.ok(grace, settings.confirmPayer, payer);
    await api.refreshSettings();
    expect(await done()).toEqual(["marketplace", "productType", "supplier", "agreement", "mail", "payingAccount"]);
  });

  test("can be dismissed for all administrators, and brought back", async () => {
    await api.ok(ada, setup.dismiss, { IsDismissed: true });
    expect((await api.ok(grace, setup.get, {})).isDismissed).toBe(true);
    await api.ok(grace, setup.dismiss, { IsDismissed: false });
    expect((await api.ok(ada, setup.get, {})).isDismissed).toBe(false);
  });
});
