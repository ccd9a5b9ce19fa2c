public import Foundation

extension ServerAddress {
    /// Where a route is on this server: an address to pass on, not to be called by the client.
    ///
    /// - Parameter parameters: for the pattern's `{parameters}`; each fills exactly one segment, whatever it contains.
    /// - Throws: `APIError.invalidRequest` if one is missing or names no resource.
    public func url(of route: Route, parameters: [String: String] = [:]) throws(APIError) -> URL {
        let target = try RequestTarget.text(path: route.path, parameters: parameters, query: [])
        guard let url = URL(string: description + target, encodingInvalidCharacters: false) else {
            throw .invalidRequest(reason: "\(route.path) does not make a URL")
        }
        return url
    }
}
