import Connections
import Discover
public import Foundation
import Matching
import Meetups
import Networking
public import OrbitModels
import Profiles
import TimeAndChance

/// People of a seeded campus who act by themselves, through the API: they poke, accept, decline, change their profiles,
/// let people in to their meetups and join those of others, at times drawn from a seed. The same seed on the same day
/// makes the same life.
///
/// ```swift
/// let acts = await life.run(until: clock.date)     // everything that is due by now, under a virtual clock
/// Task { await life.run(until: .distantFuture) }   // in real time, beside a running front end
/// ```
///
/// People who are not of the seed, such as the person at the front end, are poked most.
public actor CampusLife {
    /// Something that a resident did.
    public struct Act: Hashable, Sendable {
        /// What can happen.
        public enum Kind: String, CaseIterable, Hashable, Sendable {
            /// What a person of the campus did.
            case poked, accepted, declined, edited, disconnected
            /// The same, at meetups: `letIn` approves a request to attend.
            case letIn, joined
            /// There was nothing to do, or the server did not allow it, such as one poke too many.
            case rested
        }

        /// When it happened.
        public let date: Date
        /// Who did it.
        public let person: UserID
        /// What it was.
        public let kind: Kind
        /// The person poked, accepted, declined, or left.
        public let other: UserID?
    }

    private let residents: [SeedResident]
    private let newcomers: Newcomers
    private let pace: TimeInterval
    private let time: any TimeSource
    private var random: RandomSource
    private var poked: [UserID: Set<UserID>] = [:]
    private var lastAct: Task<Act, Never>?

    /// When the next resident acts.
    public private(set) var nextDate: Date

    private struct Newcomers: Sendable {
        let residents: Set<UserID>

        func first(_ people: [UserID]) -> [UserID] {
            people.filter { !residents.contains($0) } + people.filter(residents.contains)
        }
    }

    /// - Parameter pace: the mean time from one act to the next.
    init(
        residents: [SeedResident], seed: UInt64, pace: Duration = .seconds(300), time: any TimeSource
    ) {
        self.residents = residents
        newcomers = Newcomers(residents: Set(residents.map(\.user.id)))
        self.pace = TimeInterval(pace.components.seconds)
        self.time = time
        random = .seeded(seed)
        nextDate = time.date
        nextDate += self.pace * (0.5 + random.unit())
    }

    /// Waits until the next act is due, and lets it happen. Calls at the same time happen one after the other.
    ///
    /// - Throws: `CancellationError` when the caller is cancelled while waiting.
    @discardableResult public func step() async throws -> Act {
        try await time.sleep(for: .seconds(max(0, nextDate.timeIntervalSince(time.date))))
        let before = lastAct
        let act = Task {
            _ = await before?.value
            return await self.act()
        }
        lastAct = act
        return await act.value
    }

    /// Lets everything happen that is due by `end`, waiting for it where `end` lies in the future. Ends early when the
    /// caller is cancelled.
    ///
    /// - Returns: what happened, in order.
    @discardableResult public func run(until end: Date) async -> [Act] {
        var acts: [Act] = []
        while !residents.isEmpty, nextDate <= end, !Task.isCancelled {
            do { acts.append(try await step()) } catch { break }  // cancelled while waiting: it has ended early
        }
        return acts
    }

    private func act() async -> Act {
        let date = nextDate
        nextDate += pace * (0.5 + random.unit())
        guard let resident = residents.randomElement(using: &random) else {
            return Act(date: date, person: UserID(""), kind: .rested, other: nil)
        }
        let mood = random.unit()
        do {
            try await resident.signIn()
            let (kind, other) = try await act(of: resident, mood: mood)
            return Act(date: date, person: resident.user.id, kind: kind, other: other)
        } catch {
            // Whatever the server refuses, a person would leave for another day.
            return Act(date: date, person: resident.user.id, kind: .rested, other: nil)
        }
    }

    /// - Parameter mood: 0 to 1; the lower, the more sociable.
    private func act(of resident: SeedResident, mood: Double) async throws -> (Act.Kind, UserID?) {
        if mood < 0.75, let poke = try await resident.pokes.incoming().value.list.elements.last {
            if mood < 0.55 {
                _ = try await resident.pokes.accept(poke.id, key: resident.newKey())
                return (.accepted, poke.person.id)
            }
            _ = try await resident.pokes.decline(poke.id, key: resident.newKey())
            return (.declined, poke.person.id)
        }
        if mood < 0.8, let other = try await suggestion(for: resident) {
            let note = PokeNote.known.randomElement(using: &random) ?? .hello
            poked[resident.user.id, default: []].insert(other)
            _ = try await resident.pokes.send(to: other, note: note, key: resident.newKey())
            return (.poked, other)
        }
        if mood > 0.85, mood <= 0.9 { return try await meet(as: resident) }
        if mood > 0.98, let match = try await resident.matches.matches().value.list.elements.first {
            _ = try await resident.matches.disconnect(match.id, key: resident.newKey())
            return (.disconnected, match.partnerID)
        }
        if mood > 0.9 {
            try await edit(resident)
            return (.edited, nil)
        }
        return (.rested, nil)
    }

    /// Lets in a person who asks, or else joins the next meetup.
    private func meet(as resident: SeedResident) async throws -> (Act.Kind, UserID?) {
        if let request = try await resident.requests.requests().value.list.elements.first {
            _ = try await resident.requests.approve(request.id, key: resident.newKey())
            return (.letIn, request.person.id)
        }
        let found = try await resident.meetups.browse().value.list.elements
        guard let next = found.first(where: { $0.meetup.standing == .absent }) else { return (.rested, nil) }
        _ = try await resident.guests.join(next.id, key: resident.newKey())
        return (.joined, next.host.id)
    }

    /// A person who is suggested and was not poked before: a newcomer if there is one.
    private func suggestion(for resident: SeedResident) async throws -> UserID? {
        let people = try await resident.discover.people().value.people.elements.map(\.id)
        let known = poked[resident.user.id] ?? []
        return newcomers.first(people).first { !known.contains($0) }
    }

    private func edit(_ resident: SeedResident) async throws {
        let mine = try await resident.profiles.me().value
        guard var profile = mine.data.profile, let news = Self.news.randomElement(using: &random) else { return }
        profile.bio = news
        _ = try await resident.profiles.update(profile, replacing: mine.version, key: resident.newKey())
    }

    private static let news = [
        "Back from a long weekend of hiking.", "Looking for a study group before the exams.",
        "New in town, and curious about everything.", "Trying every noodle place around the campus.",
        "Learning to juggle. Three balls so far.",
    ]
}
