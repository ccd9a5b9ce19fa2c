public import Foundation
import TimeAndChance

extension APIClient {
    /// The response of an endpoint that gives the thing itself, such as an image, with its version; `nil` if that
    /// still is the version `tag` names.
    @concurrent public func content(
        of endpoint: Endpoint<Data>, since tag: EntityTag?
    ) async throws -> Response<Data>? {
        var endpoint = endpoint
        endpoint.ifNoneMatch = tag
        let response = try await response(to: endpoint, accepting: "*/*")
        if tag != nil, response.status == 304 { return nil }
        let content = try ResponseDecoder.content(from: response, now: time.date)
        return Response(value: content, receipt: nil, headers: response.headers)
    }
}
