import Connections
import Discover
import Foundation
import Networking
import OrbitModels
import Presentation
import Profiles
import TimeAndChance

/// The models of whoever is signed in, joined where one changes what another shows. Made anew after a sign-out.
@MainActor final class PersonalModels {
    let profile: ProfileViewModel
    let discover: DiscoverViewModel
    let dealbreakers: DealbreakersViewModel
    let connections: ConnectionModels
    let profiles: ProfileService
    private let presence: Presence
    private let zone: TimeZone
    private let time: any TimeSource

    /// - Parameters:
    ///   - client: of this person alone.
    ///   - presence: what that client asks before it sends.
    init(_ environment: AppEnvironment, client: APIClient, presence: Presence) {
        let suggestions = DiscoverService(client: client, random: environment.random)
        let discover = DiscoverViewModel(service: suggestions, time: environment.time)
        self.discover = discover
        dealbreakers = DealbreakersViewModel(service: suggestions)
        dealbreakers.didSave = { [weak discover] in await discover?.reload() }
        profiles = ProfileService(client: client, random: environment.random)
        profile = ProfileViewModel(
            service: profiles, drafts: environment.drafts, zone: environment.zone, time: environment.time)
        // Matches are not suggested any more.
        connections = ConnectionModels(
            client: client, time: environment.time, random: environment.random,
            didLearn: { [weak discover] match in discover?.remove(match.partnerID) },
            didUnblock: { [weak discover] in await discover?.reload() })
        self.presence = presence
        zone = environment.zone
        time = environment.time
    }

    var now: Date { time.date }

    /// On the campus's calendar.
    var today: CalendarDay { CalendarDay(now, in: zone) }

    /// As saved.
    var ownInterests: [Interest] { profile.saved.value?.profile?.interests ?? [] }

    /// Blocks someone. They vanish from everywhere at once, and come back if the server could not be told.
    func block(_ id: UserID, name: String?) async throws {
        discover.hide(id)
        defer { discover.unhide(id) }
        try await connections.block(id, name: name)
        discover.forget(id)
    }

    /// From now on nothing is sent.
    func leave() { presence.end() }
}
