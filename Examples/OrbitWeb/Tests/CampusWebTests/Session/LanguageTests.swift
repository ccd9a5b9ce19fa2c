import Auth
import Chat
import OrbitApp
import OrbitDemo
import OrbitModels
import Presentation
import Testing
import TimeAndChance

@testable import CampusWeb

@Suite(.timeLimit(.minutes(5))) @MainActor struct LanguageTests {
    @Test func `the language changes only once no message is unsent, so that none is lost`() async throws {
        let isDown = LockedState(false)
        let web = try await WebUnderTest.interruptible(by: isDown)
        let session = try await web.site.sessions.makeSession(language: .english, at: "192.0.2.1")
        await session.signIn(as: web.email)
        let user = try #require(session.app.user)
        let chat = try #require(user.chat)
        await chat.conversations.conversations.load()
        let conversation = try #require(chat.conversations.conversations.known.first)
        for await canSend in changes(of: { chat.messages != nil }) where canSend { break }
        let model = try #require(chat.conversation(conversation))
        isDown.withLock { $0 = true }
        model.type("See you at four")
        await model.send()
        for await count in changes(of: { user.unsent.count }) where count == 1 { break }
        #expect(await !session.use(.spanish, within: .seconds(1)))
        #expect(await !session.use(.spanish, within: .zero))
        #expect(session.language == .english && session.app.user === user)
        isDown.withLock { $0 = false }
        // The clock passes a shorter limit at once, which would cancel the attempt. The next attempt would then wait.
        _ = await user.unsent.send(within: .seconds(60))
        for await count in changes(of: { user.unsent.count }) where count == 0 { break }
        #expect(await session.use(.spanish, within: .zero))
        #expect(session.language == .spanish && session.app.user !== user)
    }
}
