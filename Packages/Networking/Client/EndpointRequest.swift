import Foundation
import OrbitModels
public import TimeAndChance

extension Endpoint {
    /// Sends `body` as JSON.
    public func json(_ body: some Encodable & Sendable) throws(APIError) -> Self {
        var endpoint = self
        do {
            endpoint.body = try OrbitJSON.encoder.encode(body)
        } catch {
            throw .invalidRequest(reason: "the body cannot be written as JSON")
        }
        endpoint.contentType = "application/json"
        return endpoint
    }

    /// Sends `form`, its parts divided by a boundary drawn from `random`.
    public func multipart(_ form: MultipartForm, random: RandomSource = .system) -> Self {
        var endpoint = self
        (endpoint.contentType, endpoint.body) = form.encoded(random: random)
        return endpoint
    }

    /// Sends the key, so that the server performs all requests that carry it once.
    public func idempotent(_ key: IdempotencyKey) -> Self {
        var endpoint = self
        endpoint.idempotencyKey = key
        return endpoint
    }

    /// Has the server refuse the request unless the resource has this version (`If-Match`).
    public func ifMatch(_ tag: EntityTag) -> Self {
        var endpoint = self
        endpoint.ifMatch = tag
        return endpoint
    }

    func request(to server: ServerAddress, accepting mediaType: String) throws(APIError) -> HTTPRequest {
        let target = try RequestTarget.text(path: route.path, parameters: parameters, query: query)
        guard let url = URL(string: server.description + target, encodingInvalidCharacters: false) else {
            throw .invalidRequest(reason: "\(route.path) does not make a URL")
        }
        guard idempotencyKey?.rawValue.isEmpty != true else {
            throw .invalidRequest(reason: "the idempotency key is empty")
        }
        var headers = HTTPHeaders()
        do {
            try headers.set(.accept, to: mediaType)
            if let contentType { try headers.set(.contentType, to: contentType) }
            if let idempotencyKey { try headers.set(.idempotencyKey, to: idempotencyKey.rawValue) }
            if let ifMatch { try headers.set(.ifMatch, to: ifMatch.rawValue) }
            if let ifNoneMatch { try headers.set(.ifNoneMatch, to: ifNoneMatch.rawValue) }
        } catch {
            throw .invalidRequest(reason: "the header \(error.name) has a control character")
        }
        return HTTPRequest(method: route.method, url: url, headers: headers, body: body)
    }
}
