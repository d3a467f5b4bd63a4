// The search of the site runs in a Worker, which browsers refuse to pages opened from a file. There, a hidden frame takes its place.
// "iframe-worker" in this file's name on the site tells the theme that it need not load a script for that from the network.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.append(frame);
      const inside = frame.contentWindow;
      this.ready = new Promise((loaded) => {
        const script = inside.document.createElement("script");
        inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", {data}));
        script.src = url;
        script.onload = () => loaded(inside);
        inside.document.body.append(script);
      });
    }
    postMessage(data) {
      this.ready.then((inside) => inside.dispatchEvent(new inside.MessageEvent("message", {data})));
    }
    terminate() {}
  };
}
