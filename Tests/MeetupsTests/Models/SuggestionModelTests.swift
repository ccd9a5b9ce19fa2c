import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import Presentation
import Testing

@Suite @MainActor struct SuggestionModelTests {
    private typealias Given = MeetupsUnderTest

    private func suggestions(_ ids: MeetupID...) throws -> SuggestedMeetups {
        SuggestedMeetups(
            try ids.map { SuggestedMeetup(try Given.listing($0), reasons: [MeetupReason(.match)]) }, isWanted: true)
    }

    private func model(_ shared: SharedMeetups) -> SuggestedMeetupsViewModel {
        SuggestedMeetupsViewModel(service: MeetupSuggestionService(client: shared.client), log: shared.log)
    }

    private func consent(_ toMe: Bool, _ toHosts: Bool = false) -> Keyed<SuggestionConsent> {
        Keyed(SuggestionConsent(toMe: toMe, toHosts: toHosts))
    }

    @Test func `suggestions appear after consent, and disappear at once after its withdrawal`() async throws {
        let slow = PausedResponse()
        let stub = StubTransport([
            .expect(.get, "/api/meetups/suggested/consent", response: try .success(consent(false))),
            .expect(.get, "/api/meetups/suggested", response: try .success(SuggestedMeetups(isWanted: false))),
            .expect(.put, "/api/meetups/suggested/consent", response: try .success(consent(true))),
            .expect(.get, "/api/meetups/suggested", response: try .success(try suggestions("a", "b"))),
            slow.exchange(.put, "/api/meetups/suggested/consent", response: try .success(consent(false))),
        ])
        let shared = try SharedMeetups(stub)
        let model = model(shared)
        await model.load()
        #expect(model.consent.value == SuggestionConsent.none && model.suggestions.isEmpty)
        #expect(await model.agree(to: SuggestionConsent(toMe: true)) == .done)
        await waitUntil { model.suggestions.map(\.id) == ["a", "b"] }
        let withdrawal = Task { await model.agree(to: .none) }
        await slow.waitForRequest()
        #expect(model.suggestions.isEmpty && model.consent.value == SuggestionConsent.none)
        slow.release()
        #expect(await withdrawal.value == .done)
        #expect(model.suggestions.isEmpty && model.suggested.value?.isWanted == false)
        try await stub.finish()
    }

    @Test func `a consent that could not be saved is undone on the screen`() async throws {
        let stub = StubTransport([
            .expect(.get, "/api/meetups/suggested/consent", response: try .success(consent(true, true))),
            .expect(.get, "/api/meetups/suggested", response: try .success(try suggestions("a"))),
            .expect(
                .put, "/api/meetups/suggested/consent",
                response: try .problem(403, Problem(code: .profileIncomplete, message: "No."))),
        ])
        let model = model(try SharedMeetups(stub))
        await model.load()
        #expect(await model.agree(to: .none).failure != nil)
        #expect(model.consent.value == SuggestionConsent(toMe: true, toHosts: true))
        #expect(model.suggestions.map(\.id) == ["a"] && model.failure != nil)
        try await stub.finish()
    }

    @Test func `events about meetups, people and consent change the suggestions`() async throws {
        let stub = StubTransport([
            .expect(.get, "/api/meetups/suggested/consent", response: try .success(consent(true))),
            .expect(
                .get, "/api/meetups/suggested", response: try .success(try suggestions("a", "b", "c", "d"))),
        ])
        let shared = try SharedMeetups(stub)
        let model = model(shared)
        await model.load()
        shared.receive(1, LogEvent(.meetupChanged, data: try Given.listing("a", .requested)))
        #expect(model.suggestions.map(\.id) == ["b", "c", "d"])
        shared.receive(2, LogEvent(.meetupChanged, data: try Given.listing("b", status: .cancelled)))
        shared.receive(3, LogEvent(.meetupGone, data: Keyed(MeetupID("c"))))
        #expect(model.suggestions.map(\.id) == ["d"])
        shared.receive(
            4, LogEvent(.personChanged, data: ChangedPerson(person: Given.person("ana", name: "Anna"), version: 2)))
        #expect(model.suggestions.first?.listing.host.profile.name == "Anna")
        shared.receive(5, LogEvent(.personHidden, subject: "ana"))
        #expect(model.suggestions.isEmpty)
        shared.receive(6, LogEvent(.suggestionConsentChanged, data: consent(false, true)))
        #expect(model.suggested.value?.isWanted == false)
        #expect(model.consent.value == SuggestionConsent(toHosts: true))
        try await stub.finish()
    }

    @Test func `a suggested person leaves the list when invited, hidden or asking to join`() async throws {
        let suggested = ["liam", "noor", "ben", "cem"].map {
            SuggestedPerson(Given.person(UserID($0)), reasons: [MeetupReason(.sport, sport: .tennis)])
        }
        let sent = Given.sent("i", to: "liam")
        let stub = StubTransport([
            .expect(.get, "/api/meetups/m/suggested-people", response: try Given.page(suggested)),
            .expect(
                .post, "/api/meetups/m/invitations",
                response: try Given.logged(
                    InvitedPeople(invited: [sent], refused: []), key: nil,
                    [LogEvent(.meetupInvitationChanged, subject: "liam", data: sent)])),
        ])
        let shared = try SharedMeetups(stub, keepsLog: true)
        let model = SuggestedPeopleViewModel(
            for: "m", service: MeetupSuggestionService(client: shared.client), invitations: shared.sent(),
            log: shared.log)
        await model.load()
        #expect(model.people.known.map(\.id) == ["liam", "noor", "ben", "cem"])
        #expect(await model.invite(try #require(model.people.known.first)) == .done)
        #expect(model.people.known.map(\.id) == ["noor", "ben", "cem"])
        shared.receive(2, LogEvent(.meetupRequestReceived, data: Given.request("r", from: "noor")))
        shared.receive(3, LogEvent(.personHidden, subject: "ben"))
        shared.receive(4, LogEvent(.meetupRequestReceived, data: Given.request("s", from: "cem", to: "other")))
        #expect(model.people.known.map(\.id) == ["cem"])
        try await stub.finish()
    }
}
