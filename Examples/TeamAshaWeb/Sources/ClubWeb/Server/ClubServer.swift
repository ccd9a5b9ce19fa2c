import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import PageParts

/// The HTTP server of the front end. It listens on a loopback address only, because the demo login has no secret.
public struct ClubServer: Sendable {
    /// The name of the session cookie. The prefix binds the cookie to this host.
    static let cookie = "__Host-asha"
    /// The maximum number of connections. Each browser has at most six.
    private static let maxConnections = 500

    /// The Hummingbird application. It runs as a service, or in tests of the router.
    public let application: Application<RouterResponder<BasicRequestContext>>

    /// Creates a server.
    ///
    /// - Parameters:
    ///   - site: The front end.
    ///   - port: The port on which the server listens.
    ///   - logger: The log.
    public init(site: ClubSite, port: Int, logger: Logger) {
        // Browsers leave out the usual port.
        let suffix = port == 80 ? "" : ":\(port)"
        let rule = OriginRule(origins: ["http://127.0.0.1\(suffix)", "http://localhost\(suffix)"])
        let adapter = ClubAdapter(site: site, rule: rule)
        let router = Router(context: BasicRequestContext.self)
        router.add(middleware: ClubHeaders())
        for path in ["/", "/**"] as [RouterPath] {
            router.get(path) { request, _ in await adapter.get(request) }
            router.post(path) { request, _ in await adapter.post(request) }
        }
        application = Application(
            router: router,
            server: .http1(configuration: HTTP1Channel.Configuration(idleTimeout: .seconds(30))),
            configuration: ApplicationConfiguration(
                address: .hostname("127.0.0.1", port: port), serverName: nil,
                availableConnectionsDelegate: MaximumAvailableConnections(Self.maxConnections)),
            onServerRunning: { _ in logger.notice("ready", metadata: ["address": "http://127.0.0.1:\(port)"]) },
            logger: logger)
    }
}

/// Adds the header fields that restrict browsers to every response.
private struct ClubHeaders: RouterMiddleware {
    private let fields = PageRestrictions.fields(isSecure: false)

    func handle(
        _ request: Request, context: BasicRequestContext,
        next: (Request, BasicRequestContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        for field in fields { response.headers[field.name] = field.value }
        return response
    }
}

/// Carries requests and responses between Hummingbird and the front end.
private struct ClubAdapter: Sendable {
    /// The maximum number of bytes of a form.
    private static let maxFormBytes = 16 * 1_024

    let site: ClubSite
    let rule: OriginRule

    /// Returns the response to a request for a page or a file.
    func get(_ request: Request) async -> Response {
        switch request.uri.path {
        case "/style.css": return file(ClubStyle.text, type: "text/css; charset=utf-8")
        case "/icon.svg": return file(ClubStyle.icon, type: "image/svg+xml; charset=utf-8")
        default: break
        }
        let page = ClubRequest(
            method: .get, path: request.uri.path, query: FormFields(encoded: request.uri.query ?? ""),
            sessionID: request.cookies[ClubServer.cookie]?.value)
        return response(await site.respond(to: page))
    }

    /// Returns the response to a form.
    func post(_ request: Request) async -> Response {
        // Before any of its content is read.
        guard rule.allowsForm(request.headers) else {
            return refusal("Not allowed", "The form belongs to another site.", status: 403)
        }
        let type = request.headers[.contentType] ?? ""
        guard type.lowercased().hasPrefix("application/x-www-form-urlencoded") else {
            return refusal("Not readable", "The form has another format.", status: 415)
        }
        guard let body = await receivedBody(of: request) else {
            var response = refusal("Too large", "The form is too large.", status: 413)
            response.headers[.connection] = "close"
            return response
        }
        let page = ClubRequest(
            method: .post, path: request.uri.path, form: FormFields(encoded: String(decoding: body, as: UTF8.self)),
            sessionID: request.cookies[ClubServer.cookie]?.value)
        return response(await site.respond(to: page))
    }

    private func receivedBody(of request: Request) async -> Data? {
        var body = Data()
        do {
            for try await chunk in request.body {
                guard body.count + chunk.readableBytes <= Self.maxFormBytes else { return nil }
                body.append(contentsOf: chunk.readableBytesView)
            }
        } catch {
            // The browser has closed the connection.
            return nil
        }
        return body
    }

    private func file(_ text: String, type: String) -> Response {
        Response(
            status: .ok, headers: [.contentType: type, .cacheControl: "public, max-age=600"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    private func refusal(_ title: String, _ sentence: String, status: Int) -> Response {
        let content: Markup = "<p>\(sentence)</p><p><a class=\"button\" href=\"/\">To the start</a></p>"
        let page = ClubPage(title, tab: nil, isSignedIn: false, content)
        return response(ClubResponse(status: status, html: ClubFrame.page(page)))
    }

    private func response(_ page: ClubResponse) -> Response {
        var fields: HTTPFields = [.contentType: "text/html; charset=utf-8", .cacheControl: "no-store"]
        if let location = page.location { fields[.location] = location }
        if let seconds = page.retryAfter { fields[.retryAfter] = String(seconds) }
        if let refresh = page.refresh, let name = HTTPField.Name("Refresh") {
            fields[name] = "\(refresh.seconds); url=\(refresh.path)"
        }
        var response = Response(
            status: HTTPResponse.Status(code: page.status), headers: fields,
            body: ResponseBody(byteBuffer: ByteBuffer(string: page.html.markup)))
        if let id = page.newSessionID {
            response.setCookie(
                Cookie(
                    name: ClubServer.cookie, value: id, path: "/", secure: true, httpOnly: true, sameSite: .lax))
        }
        return response
    }
}
