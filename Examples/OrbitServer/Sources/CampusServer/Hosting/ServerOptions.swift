/// The values that the HTTP server needs. A test creates them without a configuration.
package struct ServerOptions: Sendable {
    package var host = "127.0.0.1"
    package var port = 0
    /// The scheme, host and port for browsers.
    package var baseURL = "http://127.0.0.1:8080"
    package var trustedProxies = 0
    package var tls: ServerConfiguration.TLSFiles?
    package var corsOrigin: String?
    package var contractFolder: String?
    package var metricsToken: String?
    package var limits = ServerLimits()

    package init() {}

    package init(_ configuration: ServerConfiguration) {
        (host, port, baseURL) = (configuration.host, configuration.port, configuration.baseURL)
        (trustedProxies, tls) = (configuration.trustedProxies, configuration.tls)
        (corsOrigin, contractFolder) = (configuration.corsOrigin, configuration.contractFolder)
        (metricsToken, limits) = (configuration.metricsToken, configuration.limits)
    }
}
