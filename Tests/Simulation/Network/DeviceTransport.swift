import Networking
import OrbitModels

/// The party that sends a request.
struct Sender: Sendable {
    /// The number of the device.
    let device: Int
    let process: ProcessLife
    /// The person whose models send the request; `nil` for requests of signing in, refreshing and signing out.
    var account: UserID?
    /// The number of the models that send the request, unique in a simulation; 0 for `account == nil`.
    var models = 0

    /// The network address that the server sees.
    var origin: String { "10.0.0.\(device + 1)" }
}

/// The transport of one part of a simulated app.
struct DeviceTransport: HTTPTransport {
    let network: SimulatedNetwork
    let sender: Sender

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        try await network.send(request, from: sender)
    }

    func open(_ request: HTTPRequest) async throws(TransportError) -> HTTPStream {
        try await network.open(request, from: sender)
    }
}
