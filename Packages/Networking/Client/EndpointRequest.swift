import Foundation
import OrbitModels
public import TimeAndChance

extension Endpoint {
    /// Sets the body to the JSON of `body`.
    ///
    /// - Throws: `APIError.invalidRequest` if `body` cannot be encoded.
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

    /// Sets the body to `form`, with a boundary between its parts that is drawn from `random`.
    public func multipart(_ form: MultipartForm, random: RandomSource = .system) -> Self {
        var endpoint = self
        (endpoint.contentType, endpoint.body) = form.encoded(random: random)
        return endpoint
    }

    /// Adds an idempotency key, so that the server performs all requests with this key only once.
    public func idempotent(_ key: IdempotencyKey) -> Self {
        var endpoint = self
        endpoint.idempotencyKey = key
        return endpoint
    }

    /// Makes the server refuse the request unless the resource has this version (`If-Match`).
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
