import Foundation
import Networking

/// A server that keeps no log, or one before a backend that does: responses say nothing of it, and there are no events.
struct LoglessTransport: HTTPTransport {
    private let backend: any HTTPTransport

    init(_ backend: any HTTPTransport) {
        self.backend = backend
    }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        if request.url.lastPathComponent == "events" { return HTTPResponse(status: 404) }
        var response = try await backend.send(request)
        // A body that is no JSON has nothing to leave out.
        guard var body = try? JSONSerialization.jsonObject(with: response.body) as? [String: Any] else {
            return response
        }
        for key in ["at", "action", "events"] { body[key] = nil }
        guard let data = try? JSONSerialization.data(withJSONObject: body) else {  // it was JSON a moment ago
            throw .malformedResponse
        }
        response.body = data
        return response
    }
}
