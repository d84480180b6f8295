//! A local server that speaks Discord's REST and gateway, and a web client for it.
