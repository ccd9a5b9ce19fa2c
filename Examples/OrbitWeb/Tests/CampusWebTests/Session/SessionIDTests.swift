import Auth
import Foundation
import Networking
import NetworkingTesting
import Observation
import OrbitApp
import OrbitDemo
import OrbitModels
import PageParts
import Testing
import TimeAndChance

@testable import CampusWeb

/// The id of a session changes with its user, and only then.
@Suite(.timeLimit(.minutes(5))) @MainActor struct SessionIDTests {
    /// A front end with a session in which the first resident is signed in. Its id was made before the sign-in.
    private func signedIn() async throws -> (web: WebUnderTest, session: WebSession) {
        let web = try await WebUnderTest()
        let session = try await web.site.sessions.makeSession(language: .english, at: "192.0.2.1")
        await session.signIn(as: web.email)
        try #require(session.isSignedIn)
        return (web, session)
    }

    /// Requests a code in a new session.
    ///
    /// - Returns: The session, and the form with the code.
    private func signingIn(on web: WebUnderTest) async throws -> (session: WebSession, form: PageRequest) {
        let session = try await web.site.sessions.makeSession(language: .english, at: "192.0.2.1")
        session.app.auth.email = web.email
        await session.app.auth.sendCode()
        var request = PageRequest(method: .post, path: "/sign-in/code", sessionID: session.id)
        request.form = FormFields([("as", session.formSecret), ("code", "123456"), ("n", "0")])
        return (session, request)
    }

    private func page(_ path: String, _ id: String, of web: WebUnderTest, language: String? = nil) async -> PageResponse
    {
        await web.site.respond(to: PageRequest(method: .get, path: path, sessionID: id, language: language))
    }

    @Test func `a page during a sign-in, which the owner of a planted id can load, shows nothing and sets no cookie`()
        async throws
    {
        let (web, session) = try await signedIn()
        let planted = session.id
        let response = await page("/matches", planted, of: web)
        #expect(response.isOneMoment && response.newSessionID == nil)
        #expect(await web.site.stream(for: PageRequest(method: .get, path: "/stream", sessionID: planted)) == nil)
        var form = PageRequest(method: .post, path: "/settings/language", sessionID: planted)
        form.form = FormFields([("as", session.formSecret), ("language", "es"), ("n", "0")])
        let refused = await web.site.respond(to: form)
        #expect(refused.status == 409 && refused.newSessionID == nil && session.language == .english)
    }

    @Test func `a tab that still sends the id before a sign-in keeps the new cookie, and has no session after 30 s`()
        async throws
    {
        let (web, session) = try await signedIn()
        let old = session.id
        web.site.sessions.renew(session)
        #expect(session.id != old && session.isSignedIn)
        let response = await page("/matches", old, of: web)
        #expect(response.isOneMoment && response.newSessionID == nil)
        #expect(await page("/matches", session.id, of: web).status == 200)
        var form = PageRequest(method: .post, path: "/settings/language", sessionID: old)
        form.form = FormFields([("as", session.formSecret), ("language", "es"), ("n", "0")])
        #expect(await web.site.respond(to: form).status == 409)
        web.world.clock.advance(by: .seconds(30))
        let later = await page("/matches", old, of: web)
        #expect(later.status == 303 && later.newSessionID != nil && later.newSessionID != session.id)
    }

    @Test func `a change of the language keeps the id, so that another tab stays signed in`() async throws {
        let (web, session) = try await signedIn()
        web.site.sessions.renew(session)
        let id = session.id
        async let first = page("/matches", id, of: web, language: "es")
        async let second = page("/matches", id, of: web, language: "es")
        let responses = await [first, second]
        #expect(responses.allSatisfy { $0.newSessionID == nil })
        let shown = await page("/matches", id, of: web, language: "es")
        #expect(shown.status == 200 && shown.newSessionID == nil)
        #expect(session.id == id && session.language == .spanish && session.isSignedIn)
    }

    @Test func `a restored session keeps its id, so that simultaneous pages stay signed in`() async throws {
        let (web, session) = try await signedIn()
        web.site.sessions.renew(session)
        let id = session.id
        web.world.clock.advance(by: .seconds(901))
        web.site.sessions.removeExpired()
        #expect(web.site.sessions.count == 0)
        async let first = page("/matches", id, of: web)
        async let second = page("/matches", id, of: web)
        let responses = await [first, second]
        #expect(responses.allSatisfy { $0.newSessionID == nil })
        #expect(web.site.sessions.count == 1)
        #expect(await page("/matches", id, of: web).status == 200)
    }

    @Test func `a second press of the button of a sign-in gets the response with the new cookie`() async throws {
        let web = try await WebUnderTest()
        let (session, form) = try await signingIn(on: web)
        async let first = web.site.respond(to: form)
        async let second = web.site.respond(to: form)
        for response in await [first, second] {
            #expect(response.status == 303 && response.newSessionID == session.id)
        }
        #expect(session.isSignedIn && session.id != form.sessionID)
    }

    @Test func `the form with the address works after its session was released`() async throws {
        let web = try await WebUnderTest()
        var form = PageRequest(method: .post, path: "/sign-in/address", sessionID: "released")
        form.form = FormFields([("as", "released"), ("email", web.email), ("n", "0")])
        let sent = form
        async let first = web.site.respond(to: sent)
        async let second = web.site.respond(to: sent)
        let responses = await [first, second]
        let response = responses[0]
        #expect(responses[1].newSessionID == response.newSessionID && web.site.sessions.count == 1)
        let id = try #require(response.newSessionID)
        let session = try #require(try await web.site.sessions.session(id, at: "192.0.2.1"))
        #expect(response.status == 303 && session.app.auth.authState == .verification)
        let code = PageRequest(method: .post, path: "/sign-in/code", sessionID: "released")
        #expect(await web.site.respond(to: code).status == 400)
    }

    @Test func `a form that was loaded before the models were released is accepted once`() async throws {
        let (web, session) = try await signedIn()
        web.site.sessions.renew(session)
        session.noteUser()
        var form = PageRequest(method: .post, path: "/discover/reload", sessionID: session.id)
        form.form = FormFields([("as", session.formSecret), ("n", "0")])
        for _ in 1...2 {
            web.world.clock.advance(by: .seconds(901))
            web.site.sessions.removeExpired()
            #expect(web.site.sessions.count == 0)
            #expect(await web.site.respond(to: form).status == 303)
            let restored = try #require(try await web.site.sessions.session(session.id, at: "192.0.2.1"))
            #expect(restored !== session && restored.repetitions.number(of: "/discover/reload") == 1)
        }
    }

    @Test func `a form that arrives while its session is restored for another page is accepted`() async throws {
        let (web, session) = try await signedIn()
        web.site.sessions.renew(session)
        session.noteUser()
        var form = PageRequest(method: .post, path: "/discover/reload", sessionID: session.id)
        form.form = FormFields([("as", session.formSecret), ("n", "0")])
        web.world.clock.advance(by: .seconds(901))
        web.site.sessions.removeExpired()
        let (sent, id) = (form, session.id)
        async let first = page("/matches", id, of: web)
        async let second = page("/discover", id, of: web)
        async let response = web.site.respond(to: sent)
        #expect(await [first.status, second.status, response.status] == [200, 200, 303])
        let restored = try #require(try await web.site.sessions.session(id, at: "192.0.2.1"))
        #expect(restored.formSecret == session.formSecret)
        #expect(restored.repetitions.number(of: "/discover/reload") == 1)
    }

    @Test func `the end of a session changes the id once`() async throws {
        let (web, session) = try await signedIn()
        web.site.sessions.renew(session)
        let id = session.id
        try await session.app.logout()
        let response = await page("/matches", id, of: web)
        #expect(response.status == 303 && response.newSessionID == session.id && session.id != id)
        #expect(response.headers.contains { $0 == ("clear-site-data", "\"cache\"") })
        #expect(await page("/sign-in", session.id, of: web).newSessionID == nil)
    }

    @Test func `a browser that lost the id of a sign-out gets another session, until the next sign-in`() async throws {
        let (web, session) = try await signedIn()
        let planted = session.id
        web.site.sessions.renew(session)
        let old = session.id
        try await session.app.logout()
        // The response to the sign-out, which the browser does not receive.
        let lost = await page("/settings/account", old, of: web)
        try #require(lost.newSessionID == session.id)
        let response = await page("/settings/account", old, of: web)
        #expect(response.status == 303)
        let id = try #require(response.newSessionID)
        #expect(id != old && id != session.id)
        #expect(response.headers.contains { $0 == ("clear-site-data", "\"cache\"") })
        let foreign = await page("/sign-in", planted, of: web)
        #expect(foreign.isOneMoment && foreign.newSessionID == nil)
        await session.signIn(as: web.email)
        let replaced = session.id
        for _ in 1...2 {
            for id in [planted, old, replaced] {
                let refused = await page("/matches", id, of: web)
                #expect(refused.isOneMoment && refused.newSessionID == nil)
            }
            if session.id == replaced { web.site.sessions.renew(session) }
        }
    }

    @Test func `the pages of a suspended account are not shown to the owner of a planted id`() async throws {
        let web = try await WebUnderTest { settings in
            let transport = settings.transport
            settings.transport = { SuspendingTransport(wrapped: transport($0)) }
        }
        let (session, code) = try await signingIn(on: web)
        let planted = session.id
        let response = await web.site.respond(to: code)
        #expect(response.newSessionID == session.id && session.id != planted && session.app.suspension != nil)
        let shown = await page("/suspension", session.id, of: web)
        #expect(shown.status == 200 && shown.newSessionID == nil && !shown.isOneMoment)
        let foreign = await page("/suspension", planted, of: web)
        #expect(foreign.isOneMoment && foreign.newSessionID == nil)
        // Another address ends the suspension.
        var edit = PageRequest(method: .post, path: "/sign-in/edit", sessionID: session.id)
        edit.form = FormFields([("as", session.formSecret), ("n", "0")])
        let other = await web.site.respond(to: edit)
        #expect(other.newSessionID == session.id && session.app.suspension == nil)
    }

    @Test func `a first visit keeps the cache of the browser`() async throws {
        let web = try await WebUnderTest()
        let response = await web.site.respond(to: PageRequest(method: .get, path: "/sign-in"))
        #expect(response.newSessionID != nil && !response.headers.contains { $0.name == "clear-site-data" })
    }

    @Test func `a form that arrives during a sign-in gets no id of the user`() async throws {
        let web = try await WebUnderTest()
        let (session, code) = try await signingIn(on: web)
        let planted = session.id
        var language = PageRequest(method: .post, path: "/settings/language", sessionID: planted)
        language.form = FormFields([("as", session.formSecret), ("language", "es"), ("n", "0")])
        var wrong = code
        wrong.form = FormFields([("as", session.formSecret), ("code", "654321"), ("n", "1")])
        let (other, guess) = (language, wrong)
        let (beginning, signal) = AsyncStream.makeStream(of: Void.self)
        withObservationTracking {
            _ = session.app.auth.isLoading
        } onChange: {
            signal.finish()
        }
        async let own = web.site.respond(to: code)
        for await _ in beginning {}
        async let foreign = web.site.respond(to: other)
        async let second = web.site.respond(to: guess)
        async let shown = page("/profile", planted, of: web, language: "es")
        let responses = await (own: own, foreign: foreign, second: second, shown: shown)
        #expect(responses.own.newSessionID == session.id && session.isSignedIn)
        #expect(responses.foreign.newSessionID == nil)
        #expect(responses.second.status == 409 && responses.second.newSessionID == nil)
        #expect(responses.shown.newSessionID == nil && responses.shown.status != 200 || responses.shown.isOneMoment)
    }
}

/// A transport to a server on which all accounts are suspended.
private struct SuspendingTransport: HTTPTransport {
    let wrapped: any HTTPTransport

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        guard request.url.path() == "/api/auth/verify-code" else { return try await wrapped.send(request) }
        let problem = Problem(code: .accountSuspended, message: "This account is suspended.")
        guard let refusal = try? HTTPResponse.problem(403, problem) else { throw .connectionLost }
        return refusal
    }

    func open(_ request: HTTPRequest) async throws(TransportError) -> HTTPStream { try await wrapped.open(request) }
}

extension PageResponse {
    /// Whether the response is the page for a replaced id, which loads the wanted page again after a second.
    fileprivate var isOneMoment: Bool {
        headers.contains { $0 == ("refresh", "1") } && String(decoding: body, as: UTF8.self).contains("One moment")
    }
}
