import BackendRuntime
import Foundation
import OrbitModels
import OrbitStore

/// An observer of blocks. It checks that no response of the server names a person that a block hides from the caller.
///
/// The list of blocks and the events of a block itself name the other person. Everything else counts, on any operation.
// Unchecked, because the scheduler runs all jobs on one thread.
final class BlockWatch: @unchecked Sendable {
    private struct Block: Hashable {
        let blocker: UserID
        let blocked: UserID
    }

    private let findings: Findings
    /// The blocks, with the time of their commit.
    private var blocks: [Block: Duration] = [:]
    /// The pairs that a block has ever separated.
    private var separated: Set<Set<UserID>> = []
    /// The kinds of events that may name a hidden person.
    private static let kindsOfBlocks: Set<String> = ["person.hidden", "person.shown", "block.added", "block.removed"]

    init(findings: Findings) { self.findings = findings }

    /// Whether a block hides two people from each other.
    func hides(_ one: UserID, _ other: UserID) -> Bool {
        blocks[Block(blocker: one, blocked: other)] != nil || blocks[Block(blocker: other, blocked: one)] != nil
    }

    /// Whether any block exists.
    var hasBlocks: Bool { !blocks.isEmpty }

    /// Whether a block has ever separated two people.
    func hasSeparated(_ one: UserID, _ other: UserID) -> Bool { separated.contains([one, other]) }

    func add(_ record: BlockRecord, at now: Duration) {
        separated.insert([record.blocker, record.blocked])
        let block = Block(blocker: record.blocker, blocked: record.blocked)
        if blocks[block] == nil { blocks[block] = now }
    }

    func remove(_ key: String) {
        let people = BlockRecord.viewers(ofKey: key)
        guard people.count == 2 else { return }
        if blocks.removeValue(forKey: Block(blocker: people[0], blocked: people[1])) != nil {
            findings.reach(.unblocked)
        }
    }

    /// Checks the body of a response.
    ///
    /// - Parameters:
    ///   - body: The body.
    ///   - path: The path of the request.
    ///   - caller: The person who has sent the request.
    ///   - start: The time of the request. A block that was committed later does not have to affect the response.
    func check(_ body: Data, of path: String, for caller: UserID, since start: Duration) {
        guard !blocks.isEmpty, !path.contains("/blocks") else { return }
        for hidden in people(hiddenFrom: caller, before: start) where body.contains(hidden) {
            findings.require(
                !isNamed(hidden, in: body, isSlice: path.hasSuffix("/events")), "blocks",
                "\(path) names a person whom a block hides from the caller")
        }
    }

    /// Checks a chunk of a stream of events.
    func check(stream chunk: Data, for caller: UserID, since now: Duration) {
        guard !blocks.isEmpty else { return }
        for hidden in people(hiddenFrom: caller, before: now) where chunk.contains(hidden) {
            for line in chunk.split(separator: UInt8(ascii: "\n")) where line.starts(with: Data("data: ".utf8)) {
                findings.require(
                    !isNamed(hidden, in: Data(line.dropFirst("data: ".utf8.count)), isSlice: false), "blocks",
                    "the stream of events names a person whom a block hides from its owner")
            }
        }
    }

    private func people(hiddenFrom caller: UserID, before time: Duration) -> [UserID] {
        blocks.compactMap { block, since in
            guard since < time else { return nil }
            if block.blocker == caller { return block.blocked }
            return block.blocked == caller ? block.blocker : nil
        }
    }

    /// Whether a body names a person outside of the events of blocks.
    ///
    /// - Parameters:
    ///   - person: The person.
    ///   - body: The body.
    ///   - isSlice: Whether the data of the response is a part of the log, as in the response to a poll. Other responses
    ///     and the frames of a stream have their events beside the data.
    private func isNamed(_ person: UserID, in body: Data, isSlice: Bool) -> Bool {
        // A body that is not JSON is compared as a whole.
        guard var members = try? JSONSerialization.jsonObject(with: body) as? [String: Any] else { return true }
        members["events"] = Self.withoutBlocks(members["events"])
        if isSlice, var slice = members["data"] as? [String: Any] {
            slice["events"] = Self.withoutBlocks(slice["events"])
            members["data"] = slice
        }
        guard let rest = try? JSONSerialization.data(withJSONObject: members) else { return true }  // it was JSON
        return rest.contains(person)
    }

    /// Returns the events that must not name a hidden person; `nil` without events.
    private static func withoutBlocks(_ events: Any?) -> [[String: Any]]? {
        (events as? [[String: Any]])?.filter { !kindsOfBlocks.contains($0["type"] as? String ?? "") }
    }
}

extension Data {
    /// Whether the bytes contain the identifier of a person.
    fileprivate func contains(_ person: UserID) -> Bool { range(of: Data(person.rawValue.utf8)) != nil }
}
