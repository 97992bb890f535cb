import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { freePort } from "#scripts/ports.mjs";

it("a free port is given once, and is not one that the system gives to outgoing connections", async () => {
  const [firstOutgoing] = readFileSync("/proc/sys/net/ipv4/ip_local_port_range", "utf8")
    .trim()
    .split(/\s+/)
    .map(Number);
  const ports = await Promise.all(Array.from({ length: 50 }, freePort));
  expect(new Set(ports).size).toBe(50);
  expect(Math.max(...ports)).toBeLessThan(firstOutgoing as number);
});
