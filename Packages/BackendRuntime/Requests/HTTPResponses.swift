package import Foundation
package import Networking
import OrbitModels
import TimeAndChance

extension HTTPResponse {
    /// Returns the response with a `Date` field, by which clients compute the offset of their clocks.
    package func dated(_ date: Date) -> HTTPResponse {
        guard let text = HTTPDate.string(from: date) else { return self }
        var response = self
        try? response.headers.set(.date, to: text)  // the text has no control character
        return response
    }
}

extension HTTPStream {
    /// Creates a stream of a complete response.
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
