public import BackendRuntime

extension OrbitBackend {
    /// What a host decides about its backend.
    public typealias Configuration = BackendConfiguration
}
