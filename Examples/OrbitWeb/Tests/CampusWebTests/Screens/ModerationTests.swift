import OrbitModels
import Testing

@testable import CampusWeb

/// The desk of a moderator.
@Suite struct ModerationTests {
    @Test func `a decision is for the case of its page, also if another tab has opened another case`() async throws {
        let web = try await WebUnderTest()
        let moderator = try #require(web.world.moderator).email
        try await web.run { open in
            let reporter = open()
            try await reporter.signIn(as: web.email)
            for person in Set(try await reporter.get("/discover/list").links(to: "/people/")).sorted().prefix(2) {
                let path = "/report/person/" + person.dropFirst("/people/".count)
                try await reporter.get(path)
                try await reporter.submit(path, [("reason", "insult"), ("text", "Seen twice.")])
            }
            let browser = open()
            try await browser.signIn(as: moderator)
            let cases = try await browser.get("/moderation").links(to: "/moderation/")
            try #require(cases.count == 2)
            try await browser.get(cases[0])
            let fields = await browser.page.hiddenFields(of: cases[0])
            try await browser.get(cases[1])
            let decision = [("action", "warn"), ("reason", "insult"), ("note", "First case.")]
            try await browser.post(cases[0], fields + decision)
            #expect(try await browser.get("/moderation").links(to: "/moderation/") == cases)
            var page = try await browser.get(cases[0])
            #expect(page.html.contains("First case."))
            page = try await browser.submit(cases[0], decision)
            #expect(page.path == "/moderation" && page.links(to: "/moderation/") == [cases[1]])
        }
    }
}
