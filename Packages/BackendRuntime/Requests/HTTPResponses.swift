package import Foundation
package import Networking
import OrbitModels
import TimeAndChance

extension HTTPResponse {
    /// The response with its `Date` field, by which clients find out how far off their clocks are.
    package func dated(_ date: Date) -> HTTPResponse {
        guard let text = HTTPDate.string(from: date) else { return self }
        var response = self
        response.headers = HTTPHeaders(
            lenient: headers.fields.map { ($0.name.description, $0.value) } + [("date", text)])
        return response
    }
}

extension HTTPStream {
    /// A response that is there already.
    package init(of response: HTTPResponse) {
        let rest = LockedState<Data?>(response.body.isEmpty ? nil : response.body)
        self.init(
            status: response.status, headers: response.headers,
            read: { () async throws(TransportError) in
                rest.withLock { rest in
                    defer { rest = nil }
                    return rest
                }
            }, close: { rest.withLock { $0 = nil } })
    }
}
