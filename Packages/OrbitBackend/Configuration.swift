public import BackendRuntime

extension OrbitBackend {
    /// The configuration of a backend.
    public typealias Configuration = BackendConfiguration
}
