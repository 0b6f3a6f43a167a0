// Between simcord's page and ours. Runs before simcord's: gives it what it needs to know, and listens to what it asks.
"use strict";

(() => {
  const told = (name) => document.querySelector(`meta[name="trial-${name}"]`).content;
  const tell = (name, detail) => document.dispatchEvent(new CustomEvent(`trial:${name}`, { detail }));

  // simcord's page reads its capability from the address. It is put there while the page starts, and taken away
  // again, so that the address stays one that can be kept: who, and where.
  const address = location.pathname;
  history.replaceState(null, "", `${address}#${told("capability")}`);
  document.addEventListener("DOMContentLoaded", () => history.replaceState(null, "", address));

  const fetchPlainly = window.fetch.bind(window);
  window.fetch = async (resource, options = {}) => {
    let response;
    try {
      response = await fetchPlainly(resource, options);
    } catch (error) {
      if (error.name !== "AbortError") tell("lost");
      throw error;
    }
    if (response.status === 410 || response.status === 401) tell("outdated");
    if (resource === "/api/action" && response.ok) tell("receipt", await response.clone().json());
    return response;
  };
})();
