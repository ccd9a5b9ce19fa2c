import Connections
import Discover
import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import Presentation
import Profiles
import TimeAndChance

/// What a device shows beside what the server says, list by list.
@MainActor struct ServerTruth {
    let device: HistoryDevice
    /// Whether the lists were loaded since the last action. Until then a blocked person is called what the user called
    /// them.
    var isReloaded = true

    /// The differences, in words; none if all agree.
    func differences() async throws -> [String] {
        var found: [String] = []
        let (pokes, matches) = (PokeService(client: device.truth), MatchService(client: device.truth))
        let now = device.log.time.date
        let incoming = try await pokes.incoming(limit: 100).value.list.elements
        found += await difference("incoming", device.pokes.incoming, incoming) { $0 }
        let outgoing = try await pokes.outgoing(limit: 100).value.list.elements
        found += await difference("outgoing", device.pokes.outgoing, outgoing) { poke in
            var poke = poke
            if let state = poke.poke.state(at: now) { poke.poke.status = state.status }
            return poke
        }
        let all = try await matches.matches(limit: 100).value.list.elements
        found += await difference("matches", device.matches.matches, all) { $0 }
        let blocks = try await BlockService(client: device.truth).blocked(limit: 100).value.list.elements
        found += await difference("blocks", device.blocks.blocked, blocks) { block in
            var block = block
            if !isReloaded { block.name = nil }
            return block
        }
        device.myMeetups.meetups.dropOutdated()
        let mine = try await MeetupService(client: device.truth).mine(limit: 100).value.list.elements
        found += await difference("meetups", device.myMeetups.meetups, mine) { listing in
            var listing = listing
            listing.meetup = comparable(listing.meetup)
            // Nothing tells a host how others see them from now on.
            if listing.meetup.standing == .host { listing.host.profile.bio = "" }
            return listing
        }
        device.requests.requests.dropOutdated()
        let requests = try await MeetupRequestService(client: device.truth).requests(limit: 100).value.list.elements
        found += await difference("requests", device.requests.requests, requests) { $0 }
        device.invitations.invitations.dropOutdated()
        let invitations = try await InvitationService(client: device.truth).received(limit: 100).value.list.elements
        found += await difference("invitations", device.invitations.invitations, invitations) { invitation in
            var invitation = invitation
            invitation.meetup = comparable(invitation.meetup)
            return invitation
        }
        if case .loaded(let shown) = device.today.match, !device.today.isOutdated {
            let today = try await matches.today().value
            if Set(shown.matches) != Set(today.matches.elements) || device.today.isPaused != today.isPaused {
                found.append("\(device.name) today: \(shown) instead of \(today)")
            }
        }
        if let saved = device.dealbreakers.saved.value {
            let kept = try await DiscoverService(client: device.truth).dealbreakers().value.dealbreakers
            if saved != kept { found.append("\(device.name) dealbreakers: \(saved) instead of \(kept)") }
        }
        if let saved = device.profile.saved.value {
            let kept = try await ProfileService(client: device.truth).me().value.data
            if saved != kept { found.append("\(device.name) profile: \(saved) instead of \(kept)") }
        }
        return found
    }

    /// Without what time alone changes, and what only the host is told of by itself: how many come.
    private func comparable(_ meetup: Meetup) -> Meetup {
        var meetup = meetup
        if meetup.status == .finished { meetup.status = .scheduled }
        if meetup.standing != .host { (meetup.goingCount, meetup.waitingCount) = (0, 0) }
        return meetup
    }

    private func difference<Element: Identifiable & Equatable & Sendable>(
        _ name: String, _ list: PagedList<Element>, _ truth: [Element], normalised: (Element) -> Element
    ) async -> [String] where Element.ID: Comparable & Sendable {
        await waitUntil { !list.items.isLoading }
        let shown: [Element]
        switch list.items {
        case .loaded(let elements): shown = elements
        case .empty: shown = []
        default: return []  // never loaded
        }
        let expected = list.hasMore ? Array(truth.prefix(shown.count)) : truth
        let (mine, theirs) = (shown.map(normalised), expected.map(normalised))
        guard mine != theirs else { return [] }
        let odd =
            mine.filter { !theirs.contains($0) }.map { "shown: \($0)" }
            + theirs.filter { !mine.contains($0) }.map { "said: \($0)" }
        return ["\(device.name) \(name): \(odd.isEmpty ? ["another order"] : odd)"]
    }
}
