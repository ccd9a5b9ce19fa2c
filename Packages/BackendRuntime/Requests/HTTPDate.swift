package import Foundation
package import Networking
import OrbitModels

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
