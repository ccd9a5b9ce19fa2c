public import Foundation
import Networking
public import Observation
public import OrbitModels
public import Presentation
import TimeAndChance

/// The people that the user has muted. Mutes people and ends mutes; the muted person is not notified.
///
/// ```swift
/// await mutes.mute(person, name: "Liam", for: .seconds(8 * 3_600))
/// mutes.isMuted(person, on: .pokes)  // true, for eight hours
/// await mutes.unmute(person)
/// ```
///
/// The server stores and sends everything that a muted person does, and the user's devices hide it. So the muted person
/// cannot detect a mute, and hidden elements reappear when it expires.
@MainActor @Observable public final class MutesViewModel {
    /// The muted people, the latest first.
    public let muted: PagedList<MutedPerson>

    private let service: MuteService
    private let time: any TimeSource
    private let actions: ActionRunner<UserID>

    /// Creates a view model that has loaded nothing yet, and that follows `log`.
    public init(service: MuteService, log: EventLog, pageSize: Int = 100) {
        self.service = service
        time = log.time
        actions = ActionRunner(log: log)
        muted = PagedList(.mutes, on: log) { try await service.muted(after: $0, limit: pageSize) }
        // Essential, because other lists hide the muted people.
        log.storage.add(muted, as: "mutes", isEssential: true)
    }

    /// The people with a request in flight.
    public var inFlight: Set<UserID> { actions.inFlight }

    /// The failure of the last action; `nil` once another action starts.
    public var failure: Failure? { actions.failure }

    /// Loads all pages, because lists need every mute to hide the right people.
    public func load() async {
        await muted.load()
        var count = -1
        while muted.hasMore, muted.known.count > count, muted.items.failure == nil {
            count = muted.known.count
            await muted.loadMore()
        }
    }

    /// Returns the mute of a person at this time, as far as it is loaded; `nil` if the person is not muted.
    public func mute(of person: UserID) -> MutedPerson? {
        let now = time.date
        return muted.known.first { $0.userID == person && !$0.isExpired(at: now) }
    }

    /// Whether a surface hides a person at this time.
    public func isMuted(_ person: UserID, on surface: MuteSurface) -> Bool {
        mute(of: person)?.surfaces.contains(surface) ?? false
    }

    /// Returns the people that a surface hides at a time.
    public func people(on surface: MuteSurface, at now: Date) -> Set<UserID> {
        Set(muted.known.filter { !$0.isExpired(at: now) && $0.surfaces.contains(surface) }.map(\.userID))
    }

    /// Mutes a person. An existing mute is replaced.
    ///
    /// - Parameters:
    ///   - person: The person to mute.
    ///   - name: The name in the list until the list is loaded again.
    ///   - length: The time after which the mute expires; `nil` for a mute without end.
    ///   - surfaces: The surfaces that hide the person.
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
        let effect = LogEvent(.muteEnded, subject: person, data: Keyed(person))
        return await actions.run(person, "unmute", expecting: [effect]) { key in
            try await service.unmute(person, key: key)
            return [effect]
        }
    }
}

extension LogEvent {
    fileprivate static func set(_ mute: MutedPerson) -> LogEvent {
        LogEvent(.muteSet, subject: mute.userID, data: Keyed(mute))
    }
}
