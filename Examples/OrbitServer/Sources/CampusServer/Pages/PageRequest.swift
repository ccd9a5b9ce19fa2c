import Foundation
import Hummingbird
import HummingbirdCore
import Networking
import OrbitBackend

extension BackendResponder {
    /// Sends a request of a page to the API, with the origin of the page's caller.
    ///
    /// - Parameters:
    ///   - method: The method of the API.
    ///   - path: The path of the API before and after the token.
    ///   - context: The context of the page, whose path has the parameter `token`.
    /// - Returns: The response; `nil` if the token has other characters than a token of the backend.
    func request(
        _ method: HTTPMethod, _ path: (before: String, after: String), for request: Request, _ context: ServerContext
    ) async -> Networking.HTTPResponse? {
        let token = context.parameters.get("token") ?? ""
        let isToken = (1...128).contains(token.utf8.count) && token.allSatisfy { $0.isASCII && $0.isHexDigit }
        let address = server + ServerApplication.basePath + path.before + token + path.after
        guard isToken, let url = URL(string: address) else { return nil }
        let origin = callers.origin(of: request, from: context.peer)
        return await backend.respond(to: Networking.HTTPRequest(method: method, url: url), origin: origin)
    }
}
