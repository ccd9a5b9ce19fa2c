import Foundation
package import Networking
import TimeAndChance

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
