//! Every kind of picture against an expected one.
