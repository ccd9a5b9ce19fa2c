public import Foundation
import Networking
public import Observation
public import OrbitModels
public import Presentation
import TimeAndChance

/// The people the user has muted, and muting. The other is not told.
///
/// ```swift
/// await mutes.mute(person, name: "Liam", for: .seconds(8 * 3_600))
/// mutes.isMuted(person, on: .pokes)  // true, for eight hours
/// await mutes.unmute(person)
/// ```
///
/// The server goes on to keep and send what a muted person does; it is left out where it is shown. So nothing that the
/// other can see depends on a mute, and what is still there stands in the lists again as soon as the mute is over.
@MainActor @Observable public final class MutesViewModel {
    /// The latest first.
    public let muted: PagedList<MutedPerson>

    private let service: MuteService
    private let time: any TimeSource
    private let actions: ActionRunner<UserID>

    /// Creates a view model that has loaded nothing yet, and that follows `log`.
    public init(service: MuteService, log: PersonLog, pageSize: Int = 100) {
        self.service = service
        time = log.time
        actions = ActionRunner(log: log)
        muted = PagedList(.mutes, on: log) { try await service.muted(after: $0, limit: pageSize) }
    }

    /// Those who are being muted or unmuted.
    public var inFlight: Set<UserID> { actions.inFlight }

    /// What went wrong last, until the next attempt.
    public var failure: Failure? { actions.failure }

    /// Loads all of them, as lists leave out who is muted.
    public func load() async {
        await muted.load()
        var count = -1
        while muted.hasMore, muted.known.count > count, muted.items.failure == nil {
            count = muted.known.count
            await muted.loadMore()
        }
    }

    /// How a person is muted now, as far as is known; `nil` if they are not.
    public func mute(of person: UserID) -> MutedPerson? {
        let now = time.date
        return muted.known.first { $0.userID == person && !$0.isOver(at: now) }
    }

    /// Whether what a person does is not shown.
    public func isMuted(_ person: UserID, on surface: MuteSurface) -> Bool {
        mute(of: person)?.surfaces.contains(surface) ?? false
    }

    /// Those whose things are not shown on a surface at a time.
    public func people(on surface: MuteSurface, at now: Date) -> Set<UserID> {
        Set(muted.known.filter { !$0.isOver(at: now) && $0.surfaces.contains(surface) }.map(\.userID))
    }

    /// Mutes a person, or replaces the mute that there is.
    ///
    /// - Parameters:
    ///   - name: what the list calls them until it is loaded again.
    ///   - length: after which the mute ends by itself; `nil` for never.
    ///   - surfaces: what is not shown.
    @discardableResult
    public func mute(
        _ person: UserID, name: String? = nil, for length: Duration? = nil,
        surfaces: [MuteSurface] = MuteSurface.known
    ) async -> ActionOutcome {
        let now = time.date
        let until = length.map { now.addingTimeInterval(TimeInterval($0.components.seconds)) }
        let request = MuteRequest(until: until, surfaces: surfaces)
        let expected = MutedPerson(userID: person, name: name, mutedAt: now, until: until, surfaces: surfaces)
        return await actions.run(person, "mute \(request)", expecting: [.set(expected)]) { key in
            [.set(try await service.mute(person, request, key: key))]
        }
    }

    /// Ends a mute.
    @discardableResult
    public func unmute(_ person: UserID) async -> ActionOutcome {
        let effect = LogEvent(.muteEnded, subject: person, data: Named(person))
        return await actions.run(person, "unmute", expecting: [effect]) { key in
            try await service.unmute(person, key: key)
            return [effect]
        }
    }
}

extension LogEvent {
    fileprivate static func set(_ mute: MutedPerson) -> LogEvent {
        LogEvent(.muteSet, subject: mute.userID, data: Named(mute))
    }
}
