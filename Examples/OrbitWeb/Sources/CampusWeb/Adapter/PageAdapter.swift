import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import PageParts
import ServiceLifecycle
import TimeAndChance

/// Carries requests and responses between Hummingbird and the front end.
struct PageAdapter: Sendable {
    static let sessionCookie = "__Host-orbit"
    static let languageCookie = "__Host-language"
    /// The maximum number of bytes of a form without a file. The texts of a form have lower limits in the rules.
    static let formBytes = 128 * 1_024
    /// The maximum number of bytes of a form with a file. A photo has at most 8 MiB.
    static let uploadBytes = 9 * 1_024 * 1_024
    private static let cookieAge = 14 * 86_400
    /// The maximum number of forms with a file that are received at the same time.
    private static let maxUploads = 16
    /// The maximum time to receive a form.
    private static let formTime = Duration.seconds(60)

    let site: WebSite
    let options: WebOptions
    let time: any TimeSource
    private let uploads = LockedState(0)

    init(site: WebSite, options: WebOptions, time: any TimeSource) {
        (self.site, self.options, self.time) = (site, options, time)
    }

    /// Returns the response to a request for a page or a file.
    func get(_ request: Request, _ context: WebContext) async throws -> Response {
        if let asset = Assets.all[request.uri.path] {
            return Response(
                status: .ok,
                headers: [.contentType: asset.type, .cacheControl: "public, max-age=600"],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: asset.body)))
        }
        let page = pageRequest(.get, request, context)
        if request.uri.path == "/stream" {
            guard OriginRule(origins: options.origins(at: context.port)).allowsStream(request.headers) else {
                return Response(status: .forbidden)
            }
            return await stream(page, context)
        }
        return response(await site.respond(to: page))
    }

    /// Returns the response to a form.
    func post(_ request: Request, _ context: WebContext) async throws -> Response {
        guard OriginRule(origins: options.origins(at: context.port)).allowsForm(request.headers) else {
            return response(refusal(.foreignTitle, .foreign, status: 403, to: request))
        }
        var page = pageRequest(.post, request, context)
        let type = request.headers[.contentType] ?? ""
        let multipart = UploadForm(contentType: type)
        let limit = multipart == nil ? Self.formBytes : Self.uploadBytes
        if multipart != nil {
            // Anyone can send large bodies, so a file needs a user, and few are in memory.
            guard await site.hasUser(page) else {
                return closing(refusal(.endedTitle, .ended, status: 400, to: request))
            }
            guard beginUpload() else { return closing(refusal(.busyTitle, .busy, status: 503, to: request)) }
        }
        defer { if multipart != nil { uploads.withLock { $0 -= 1 } } }
        // A body that is announced as too large is not read.
        let announced = request.headers[.contentLength].flatMap { Int($0) } ?? 0
        guard announced <= limit, let body = await receivedBody(of: request, upTo: limit) else {
            return closing(refusal(.tooLargeTitle, .tooLarge, status: 413, to: request))
        }
        if let multipart {
            guard let form = multipart.fields(of: body) else {
                return response(refusal(.notFoundTitle, .malformed, status: 400, to: request))
            }
            page.form = form
        } else {
            guard type.lowercased().hasPrefix("application/x-www-form-urlencoded") else {
                return response(refusal(.notFoundTitle, .malformed, status: 415, to: request))
            }
            page.form = FormFields(encoded: String(decoding: body, as: UTF8.self))
        }
        return response(Self.forScript(await site.respond(to: page), request))
    }

    /// Returns the target of a redirect in a field, for a form that the script has sent. A browser follows redirects of
    /// scripts by itself, so the script would load the next page twice.
    private static func forScript(_ page: PageResponse, _ request: Request) -> PageResponse {
        guard page.status == 303, let name = HTTPField.Name("X-Orbit"), request.headers.contains(name),
            page.headers.contains(where: { $0.name == "location" })
        else { return page }
        var page = page
        page.status = 200
        page.headers = page.headers.map { $0.name == "location" ? ("x-location", $0.value) : $0 }
        return page
    }

    /// Counts a form with a file, and returns whether it may be received now.
    private func beginUpload() -> Bool {
        uploads.withLock { count in
            guard count < Self.maxUploads else { return false }
            count += 1
            return true
        }
    }

    /// Returns the response to a form whose body is not read to its end.
    private func closing(_ page: PageResponse) -> Response {
        var response = response(page)
        response.headers[.connection] = "close"
        return response
    }

    /// Returns a body that arrives in time; `nil` otherwise.
    private func receivedBody(of request: Request, upTo limit: Int) async -> Data? {
        await withTaskGroup(of: Data?.self) { group in
            group.addTask { await Self.body(of: request, upTo: limit) }
            group.addTask { [time] in
                try? await time.sleep(for: Self.formTime)  // it is cancelled when the body has arrived
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }

    private static func body(of request: Request, upTo limit: Int) async -> Data? {
        var body = Data()
        do {
            for try await chunk in request.body {
                guard body.count + chunk.readableBytes <= limit else { return nil }
                body.append(contentsOf: chunk.readableBytesView)
            }
        } catch {
            // The browser has closed the connection.
            return nil
        }
        return body
    }

    private func pageRequest(_ method: PageRequest.Method, _ request: Request, _ context: WebContext) -> PageRequest {
        PageRequest(
            method: method, path: request.uri.path, query: FormFields(encoded: request.uri.query ?? ""),
            sessionID: request.cookies[Self.sessionCookie]?.value,
            language: request.cookies[Self.languageCookie]?.value,
            acceptLanguage: request.headers[.acceptLanguage], address: options.address(of: request, context),
            lastEventID: HTTPField.Name("Last-Event-ID").flatMap { request.headers[$0] })
    }

    private func refusal(_ title: PageWord, _ text: PageWord, status: Int, to request: Request) -> PageResponse {
        let language = PageLanguage(
            setting: request.cookies[Self.languageCookie]?.value, accepted: request.headers[.acceptLanguage])
        return .page(Frame.message(title, text, language: language, link: ("/", .toStart)), status: status)
    }

    private func response(_ page: PageResponse) -> Response {
        var fields = HTTPFields()
        for header in page.headers {
            guard let name = HTTPField.Name(header.name) else { continue }
            fields.append(HTTPField(name: name, value: header.value))
        }
        if fields[.cacheControl] == nil { fields[.cacheControl] = "no-store" }
        var response = Response(
            status: HTTPResponse.Status(code: page.status), headers: fields,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: page.body)))
        if let id = page.newSessionID { response.setCookie(Self.cookie(Self.sessionCookie, id)) }
        if let language = page.newLanguage { response.setCookie(Self.cookie(Self.languageCookie, language)) }
        return response
    }

    private static func cookie(_ name: String, _ value: String) -> Cookie {
        Cookie(
            name: name, value: value, maxAge: cookieAge, path: "/", secure: true, httpOnly: true, sameSite: .lax)
    }

    /// Returns the stream of a browser. Without a user, its tabs load their pages again, which show the sign-in.
    private func stream(_ page: PageRequest, _ context: WebContext) async -> Response {
        guard let stream = await site.stream(for: page) else {
            let events = PageStream.goneEvents(for: page.query.values("page"))
            return Response(
                status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: events)))
        }
        context.channel.closeFuture.whenComplete { _ in Task { @MainActor in stream.end() } }
        var fields: HTTPFields = [
            .contentType: "text/event-stream", .cacheControl: "no-store", .connection: "close",
        ]
        // nginx would collect events into larger packets.
        if let name = HTTPField.Name("X-Accel-Buffering") { fields[name] = "no" }
        return Response(
            status: .ok, headers: fields,
            body: ResponseBody { writer in
                do {
                    try await withGracefulShutdownHandler {
                        try await writer.write(ByteBuffer(string: "retry: 1000\n\n"))
                        while let events = await stream.next() { try await writer.write(ByteBuffer(string: events)) }
                    } onGracefulShutdown: {
                        Task { @MainActor in stream.end() }
                    }
                } catch {
                    await stream.end()
                    throw error
                }
                await stream.end()
                try await writer.finish(nil)
            })
    }
}
