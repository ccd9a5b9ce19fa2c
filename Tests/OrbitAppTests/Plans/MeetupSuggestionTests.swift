import Foundation
import Meetups
import NetworkingTesting
import OrbitApp
import OrbitModels
import Presentation
import Testing

/// Suggestions on the devices of several people.
@Suite @MainActor struct MeetupSuggestionTests {
    private let campus = SmallCampus()

    @Test func `consent, a join and a withdrawal change the suggestions on both devices`() async throws {
        let maya = try await campus.phone("maya")
        let meetup = try await maya.host(at: campus.clock) {
            $0.entry.interestTags = [Interest("music")]
            $0.entry.approval = .automatic
        }
        let liam = try await campus.phone("liam")
        let tablet = try await campus.signIn("liam")
        await waitUntil { tablet.user.connection == .live }
        let (one, other) = (liam.user.suggestedMeetups(), tablet.user.suggestedMeetups())
        for model in [one, other] { await model.load() }
        #expect(one.suggestions.isEmpty && one.consent.value == SuggestionConsent.none)
        #expect(await one.agree(to: SuggestionConsent(toMe: true)) == .done)
        await waitUntil { other.suggestions.map(\.id) == [meetup.id] && one.suggestions == other.suggestions }
        #expect(one.suggestions.first?.reasons.map { $0.phrase(for: .guest) } == ["You like Music."])
        #expect(await liam.opened(meetup.id).join() == .done)
        await waitUntil { one.suggestions.isEmpty && other.suggestions.isEmpty }
        #expect(await other.agree(to: .none) == .done)
        await waitUntil { one.suggested.value?.isWanted == false }
    }

    @Test func `a host finds who has agreed, and invites them`() async throws {
        let (maya, liam) = (try await campus.phone("maya"), try await campus.phone("liam"))
        let meetup = try await maya.host(at: campus.clock) { $0.entry.interestTags = [Interest("music")] }
        let people = maya.user.suggestedPeople(for: meetup.id)
        await people.load()
        #expect(people.people.known.isEmpty)
        #expect(await liam.user.suggestedMeetups().agree(to: SuggestionConsent(toHosts: true)) == .done)
        await people.load()
        let suggestion = try #require(people.people.known.first)
        #expect(suggestion.reasons.map { $0.phrase(for: .host) } == ["Likes Music."])
        #expect(await people.invite(suggestion) == .done)
        #expect(people.people.known.isEmpty)
        await waitUntil { liam.user.invitations.invitations.known.map(\.meetup.id) == [meetup.id] }
    }
}
