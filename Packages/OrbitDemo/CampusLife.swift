import Chat
import Connections
import Discover
public import Foundation
import Matching
import Meetups
import Networking
public import OrbitModels
import Profiles
import TimeAndChance

/// People of a seeded campus who act by themselves through the API, at times drawn from a seed. They send pokes, accept
/// and decline them, and change their profiles. They also approve requests to their meetups, join meetups of other
/// people, reply to messages, and accept proposals to meet.
///
/// The same seed on the same day gives the same actions.
///
/// ```swift
/// let acts = await life.run(until: clock.date)     // everything that is due by now, under a virtual clock
/// Task { await life.run(until: .distantFuture) }   // in real time, beside a running front end
/// ```
///
/// People outside of the seed, such as the user of the front end, get the most pokes.
public actor CampusLife {
    /// An act of a resident: an action, or a turn without an action.
    public struct Act: Hashable, Sendable {
        /// The kind of an act.
        public enum Kind: String, CaseIterable, Hashable, Sendable {
            /// An action with a poke, a profile or a match.
            case poked, accepted, declined, edited, disconnected
            /// An action at a meetup. `letIn` approves a request to attend.
            case letIn, joined
            /// A reply to a message, or the acceptance of a proposal to meet.
            case replied
            /// No action. There was nothing to do, or the server refused the action, for example because the resident
            /// has sent too many pokes.
            case rested
        }

        /// The instant of the act.
        public let date: Date
        /// The person who has acted.
        public let person: UserID
        /// The kind of the action.
        public let kind: Kind
        /// The other person of the act; `nil` without one. It is the person who was poked, accepted, declined, let in,
        /// disconnected or replied to, or the host of a joined meetup.
        public let other: UserID?
    }

    private let residents: [SeedResident]
    /// The residents who look for messages at each act. The others look at their own acts.
    private let correspondents: [SeedResident]
    private let newcomerOrder: NewcomerOrder
    private let pace: TimeInterval
    private let time: any TimeSource
    private var random: RandomSource
    /// The source of the texts of replies, separate so that messages do not change the other acts.
    private var randomOfReplies: RandomSource
    private var poked: [UserID: Set<UserID>] = [:]
    private var lastAct: Task<Act, Never>?

    /// The instant at which the next resident acts.
    public private(set) var nextDate: Date

    /// The order in which people who are no residents come first.
    private struct NewcomerOrder: Sendable {
        let residents: Set<UserID>

        func sorted(_ people: [UserID]) -> [UserID] {
            people.filter { !residents.contains($0) } + people.filter(residents.contains)
        }
    }

    /// Creates the actions of residents.
    ///
    /// - Parameters:
    ///   - residents: The people who act.
    ///   - correspondents: The number of residents, from the first, who reply to messages at the next act.
    ///   - seed: The seed of the times and actions.
    ///   - pace: The mean time between two acts.
    ///   - time: The clock.
    init(
        residents: [SeedResident], correspondents: Int = 0, seed: UInt64, pace: Duration = .seconds(300),
        time: any TimeSource
    ) {
        self.residents = residents
        self.correspondents = Array(residents.prefix(correspondents))
        newcomerOrder = NewcomerOrder(residents: Set(residents.map(\.user.id)))
        self.pace = TimeInterval(pace.components.seconds)
        self.time = time
        random = .seeded(seed)
        randomOfReplies = .seeded(seed &+ 1)
        nextDate = time.date
        nextDate += self.pace * (0.5 + random.unit())
    }

    /// Waits until the next act is due, and performs it. Concurrent calls perform their acts one after another.
    ///
    /// - Returns: The act.
    /// - Throws: `CancellationError` if the caller is cancelled while waiting.
    @discardableResult public func step() async throws -> Act {
        // A deadline that begins before the date is read, so that no advance of the clock is lost before the sleep.
        let start = time.uptime
        try await time.sleep(until: start + .seconds(max(0, nextDate.timeIntervalSince(time.date))))
        let before = lastAct
        let act = Task {
            _ = await before?.value
            return await self.act()
        }
        lastAct = act
        return await act.value
    }

    /// Performs all acts that are due by `end`. If `end` is in the future, waits for each act. Returns early if the
    /// caller is cancelled.
    ///
    /// - Parameter end: The latest due instant of an act.
    /// - Returns: The acts, in order.
    @discardableResult public func run(until end: Date) async -> [Act] {
        var acts: [Act] = []
        while !residents.isEmpty, nextDate <= end, !Task.isCancelled {
            do { acts.append(try await step()) } catch { break }  // the caller was cancelled while waiting
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
        for person in correspondents + [resident] {
            // After a refusal, such as after the end of a match, the person does not reply.
            guard let other = try? await reply(as: person) else { continue }
            return Act(date: date, person: person.user.id, kind: .replied, other: other)
        }
        do {
            try await resident.signIn()
            let (kind, other) = try await act(of: resident, mood: mood)
            return Act(date: date, person: resident.user.id, kind: kind, other: other)
        } catch {
            // After a refusal, the resident waits for the next turn.
            return Act(date: date, person: resident.user.id, kind: .rested, other: nil)
        }
    }

    /// Performs an action of a resident.
    ///
    /// - Parameters:
    ///   - resident: The resident.
    ///   - mood: A number from 0 to 1 that selects the action. The lower it is, the more sociable the action.
    /// - Returns: The kind of the action, and the other person if there is one.
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

    /// Replies to the latest unread message of a person, or accepts their proposal.
    ///
    /// - Returns: The person; `nil` without an unread message.
    private func reply(as resident: SeedResident) async throws -> UserID? {
        try await resident.signIn()
        let conversations = try await resident.chat.conversations().value.list.elements
        let unread = conversations.first { conversation in
            conversation.isOpen && conversation.unreadCount > 0
                && conversation.lastMessage.map { $0.senderID != nil && $0.senderID != resident.user.id } ?? false
        }
        guard let unread, let last = unread.lastMessage, let sender = last.senderID else { return nil }
        _ = try await resident.chat.markRead(through: last.seq, in: unread.id, key: resident.newKey())
        if last.kind == .proposal {
            try await accept(last, as: resident)
        } else {
            let text = Self.replies.randomElement(using: &randomOfReplies) ?? "Yes!"
            _ = try await resident.chat.send(text, to: unread.id, key: resident.newKey())
        }
        return sender
    }

    /// Accepts the first time of a proposal that has not passed.
    private func accept(_ message: Message, as resident: SeedResident) async throws {
        let proposals = try await resident.chat.proposals(in: message.conversationID).value.list.elements
        guard let proposal = proposals.first(where: { $0.id == message.proposalID }),
            let slot = proposal.openSlots(at: time.date).first
        else { return }
        _ = try await resident.chat.accept(proposal.id, startingAt: slot.startsAt, key: resident.newKey())
    }

    /// Approves a request to attend, or else joins the next meetup.
    private func meet(as resident: SeedResident) async throws -> (Act.Kind, UserID?) {
        if let request = try await resident.requests.requests().value.list.elements.first {
            _ = try await resident.requests.approve(request.id, key: resident.newKey())
            return (.letIn, request.person.id)
        }
        let found = try await resident.meetups.browse().value.list.elements
        guard let next = found.first(where: { $0.meetup.attendance == .unrelated }) else { return (.rested, nil) }
        _ = try await resident.guests.join(next.id, key: resident.newKey())
        return (.joined, next.host.id)
    }

    /// Returns a suggested person who was not poked before. People outside of the seed come first.
    private func suggestion(for resident: SeedResident) async throws -> UserID? {
        let people = try await resident.discover.people().value.people.elements.map(\.id)
        let known = poked[resident.user.id] ?? []
        return newcomerOrder.sorted(people).first { !known.contains($0) }
    }

    private func edit(_ resident: SeedResident) async throws {
        let mine = try await resident.profiles.me().value
        guard var profile = mine.data.profile, let news = Self.news.randomElement(using: &random) else { return }
        profile.bio = news
        _ = try await resident.profiles.update(profile, replacing: mine.version, key: resident.newKey())
    }

    private static let replies = [
        "Sounds good!", "I would like that. When?", "Yes, gladly.", "Let me check my week and tell you.",
        "Ha, same here.", "Coffee is on me.",
    ]

    private static let news = [
        "Back from a long weekend of hiking.", "Looking for a study group before the exams.",
        "New in town, and curious about everything.", "Trying every noodle place around the campus.",
        "Learning to juggle. Three balls so far.",
    ]
}
