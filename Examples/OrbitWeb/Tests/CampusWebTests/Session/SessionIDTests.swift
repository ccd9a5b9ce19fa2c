import Auth
import OrbitApp
import OrbitDemo
import OrbitModels
import Testing
import TimeAndChance

@testable import CampusWeb

/// The id of a session changes with its user, and only then.
@Suite(.timeLimit(.minutes(5))) @MainActor struct SessionIDTests {
    /// A front end with a session in which the first resident is signed in. Its id was made before the sign-in.
    private func signedIn() async throws -> (web: WebUnderTest, session: WebSession) {
        let web = try await WebUnderTest()
        let session = try await web.site.sessions.makeSession(language: .english, at: "192.0.2.1")
        session.app.auth.email = web.email
        await session.app.auth.sendCode()
        session.app.auth.verificationCode = "123456"
        await session.app.verifyCode()
        try #require(session.isSignedIn)
        return (web, session)
    }

    private func page(_ path: String, _ id: String, of web: WebUnderTest, language: String? = nil) async -> PageResponse
    {
        await web.site.respond(to: PageRequest(method: .get, path: path, sessionID: id, language: language))
    }

    @Test func `a page that loads during a sign-in does not get the id of the user, and the form does`() async throws {
        let (web, session) = try await signedIn()
        let planted = session.id
        #expect(await page("/matches", planted, of: web).newSessionID == nil)
        var form = PageRequest(method: .post, path: "/settings/language", sessionID: planted)
        form.form = FormFields([("as", session.formSecret), ("language", "en"), ("n", "0")])
        let response = await web.site.respond(to: form)
        #expect(response.newSessionID == session.id && session.id != planted)
        #expect(await page("/matches", planted, of: web).newSessionID != session.id)
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

    @Test func `the end of a session changes the id once, and the old id has no session`() async throws {
        let (web, session) = try await signedIn()
        web.site.sessions.renew(session)
        let id = session.id
        try await session.app.logout()
        let response = await page("/matches", id, of: web)
        #expect(response.status == 303 && response.newSessionID == session.id && session.id != id)
        #expect(await page("/sign-in", session.id, of: web).newSessionID == nil)
        #expect(try await web.site.sessions.session(id, at: "192.0.2.1") == nil)
    }
}
