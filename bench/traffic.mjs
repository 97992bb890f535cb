// Watches the requests of a browser's tab.

const kib = 1024;

/** Counts encoded bodies; cached responses do not count. */
export function watchTraffic(devTools) {
  const requests = new Map();
  devTools.on("Network.requestWillBeSent", ({ requestId, type, request: { url } }) => {
    if (url.startsWith("http")) requests.set(requestId, { type, url, head: 0, bytes: 0, isCached: false });
  });
  const change = (requestId, alter) => {
    const request = requests.get(requestId);
    if (request) alter(request);
  };
  devTools.on("Network.requestServedFromCache", ({ requestId }) =>
    change(requestId, (request) => {
      request.isCached = true;
    }),
  );
  devTools.on("Network.responseReceived", ({ requestId, response }) =>
    change(requestId, (request) => {
      request.head = response.encodedDataLength;
      request.isCached ||= response.fromDiskCache === true;
    }),
  );
  devTools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) =>
    change(requestId, (request) => {
      request.bytes = encodedDataLength - request.head;
    }),
  );
  const sent = (type) =>
    [...requests.values()].filter((request) => !request.isCached && (type === undefined || request.type === type));
  return {
    /** Returns the addresses of the requests of a type, or of all. */
    urls: (type) => sent(type).map(({ url }) => url),
    requests: (type) => sent(type).length,
    kib: (type) => sent(type).reduce((sum, { bytes }) => sum + bytes, 0) / kib,
    forget: () => requests.clear(),
  };
}
