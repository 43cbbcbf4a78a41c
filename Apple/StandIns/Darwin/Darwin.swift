// The package asks for Darwin with `canImport` only. Nothing here runs.
