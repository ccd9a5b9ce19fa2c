import Foundation
import OrbitModels

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// `URLSession` and `JSONDecoder` without layers, with the completion handler that all other interfaces use.
struct RawClient: Sendable {
    private let session: URLSession
    private let url: URL

    init(port: UInt16) throws {
        guard let url = URL(string: "http://127.0.0.1:\(port)/users/me") else {
            throw UnexpectedInput("The address of the server is none.")
        }
        self.url = url
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        session = URLSession(configuration: configuration)
    }

    func send() async throws -> ProfileAnswer {
        let body = try await withCheckedThrowingContinuation { continuation in
            let task = session.dataTask(with: URLRequest(url: url)) { data, response, error in
                if let data, let response = response as? HTTPURLResponse, response.statusCode == 200 {
                    continuation.resume(returning: data)
                } else {
                    continuation.resume(
                        throwing: error ?? UnexpectedInput("The server does not answer with a profile."))
                }
            }
            task.resume()
        }
        guard case .success(let answer) = try JSONDecoder().decode(Envelope<ProfileAnswer>.self, from: body)
        else { throw UnexpectedInput("The server does not answer with a profile.") }
        return answer
    }
}
