import Foundation
import Networking

/// A server that keeps no log, or hides the log of its backend: responses have no receipts, and there are no events.
struct LoglessTransport: HTTPTransport {
    private let backend: any HTTPTransport

    init(_ backend: any HTTPTransport) {
        self.backend = backend
    }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        if request.url.lastPathComponent == "events" { return HTTPResponse(status: 404) }
        var response = try await backend.send(request)
        // A body that is not JSON contains nothing to remove.
        guard var body = try? JSONSerialization.jsonObject(with: response.body) as? [String: Any] else {
            return response
        }
        for key in ["at", "action", "events"] { body[key] = nil }
        guard let data = try? JSONSerialization.data(withJSONObject: body) else {  // was decoded from JSON
            throw .malformedResponse
        }
        response.body = data
        return response
    }
}
