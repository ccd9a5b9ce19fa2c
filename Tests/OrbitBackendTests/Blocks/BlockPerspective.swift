import Foundation
import Networking
import OrbitModels
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// The perspective of one of the two people in a ``BlockWorld``: what a block hides from this person.
struct BlockPerspective: Sendable {
    let world: BlockWorld
    /// The index of the viewer: 0 or 1.
    let viewer: Int

    var me: Member { world.pair[viewer] }
    var other: Int { 1 - viewer }

    /// The things that a block hides from the viewer: the other person's ``BlockWorld/own`` and ``BlockWorld/between``.
    var hidden: BlockWorld.Things {
        var hidden = world.own[other].merging(world.between) { $0 + $1 }
        hidden["invitee_id"] = hidden["user_id"]
        return hidden
    }

    /// Words that reveal the other person. They do not include ids of meetups, because the viewer's own records may
    /// contain such ids. If a response shows a meetup of the other person, the name of the host reveals it.
    private var canaries: [String] {
        let name = BlockWorld.names[other]
        let things = hidden.filter {
            !["meetup_id", "invitee_id"].contains($0.key) && !BlockFixture.allPrivateParameters.contains($0.key)
        }
        return [name, name.lowercased()] + things.flatMap { kind, things in things.map { "\(kind) \($0)" } }
    }

    /// Every combination of values for the parameters of an operation's path and its body.
    ///
    /// A parameter is filled with hidden things, with the things of the third person, and with the viewer's own meetups
    /// and posts. A parameter in ``BlockFixture/privateParameters`` is filled only with the viewer's own things. No
    /// combination exists if the world has no value for a parameter.
    func fillings(of operation: Contract.Operation) -> [AuthorizationRequest.Identifiers] {
        var things = hidden
        things.merge(world.thirdPersonThings) { $0 + $1 }
        things.merge(world.own[viewer].filter { ["meetup_id", "post_id"].contains($0.key) }) { $0 + $1 }
        for kind in BlockFixture.allPrivateParameters { things[kind] = world.own[viewer][kind] }
        let person = world.pair[other].id.rawValue
        return BlockRow.parameters(of: operation).reduce([["user_id": person]]) { fillings, name in
            fillings.flatMap { filling in
                (things[name] ?? []).map { filling.merging([name: $0]) { $1 } }
            }
        }
    }

    /// The same request about an id that never existed, and about an erased account. The result is empty if the request
    /// names nothing that a block hides.
    func unknown(
        _ filling: AuthorizationRequest.Identifiers, of operation: Contract.Operation
    ) -> [AuthorizationRequest.Identifiers] {
        let names = BlockRow.parameters(of: operation)
        return [BlockWorld.never, world.erased].compactMap { id in
            var unknown = filling
            for name in names where hidden[name]?.contains(filling[name] ?? "") == true { unknown[name] = id }
            let isOfPerson = ["user_id", "invitee_id"].contains { unknown[$0] != filling[$0] }
            return unknown != filling && (id == BlockWorld.never || isOfPerson) ? unknown : nil
        }
    }

    /// The canaries of the other person in the text and the cursors of a response.
    ///
    /// - Parameters:
    ///   - response: The response to the viewer.
    ///   - filling: The identifiers in the request. The response may repeat them.
    func traces(in response: HTTPResponse, to filling: AuthorizationRequest.Identifiers = [:]) -> [String] {
        var text = response.body
        for field in response.headers.fields { text += Data(" \(field.value)".utf8) }
        // Most responses contain no canary at all.
        let canaries = canaries
        let maybe = text.holds("next_cursor") ? canaries : canaries.filter { text.holds($0.word) }
        guard !maybe.isEmpty, let value = try? JSONValue(json: response.body) else {
            return maybe.filter { text.holds($0.word) }  // an image or a calendar
        }
        let rest = Data((value.textBesideBlocks + " " + (response.cursor?.decoded ?? "")).utf8)
        return maybe.filter { rest.holds($0.word) && !filling.values.contains(String($0.word)) }
    }
}

extension String {
    /// The part of a canary that tests search for: the last word. A canary is a name, or a kind and an id.
    fileprivate var word: Substring { split(separator: " ").last ?? "" }
}

extension Data {
    /// Whether the data contains the bytes of the word.
    fileprivate func holds(_ word: Substring) -> Bool { range(of: Data(word.utf8)) != nil }
}

extension JSONValue {
    /// The text of the value, without two parts that may name the other person:
    ///
    /// - the events and lists of the block itself
    /// - the caller's own input, such as the people in their reports and the contact of their check-ins
    var textBesideBlocks: String {
        switch self {
        case .null, .boolean, .number: ""
        case .string(let text): text
        case .array(let elements): elements.map(\.textBesideBlocks).joined(separator: "\n")
        case .object(let members):
            if ["person.hidden", "block.added", "block.removed"].contains(members["type"]?.string)
                || members["blocked_at"] != nil
                || members["receipt"] != nil
            {
                ""
            } else {
                // A comment contains the id of its post, which does not reveal the author of the post.
                members.filter { !["parent_id", "contact"].contains($0.key) }.values.map(\.textBesideBlocks)
                    .joined(separator: "\n")
            }
        }
    }
}

extension HTTPResponse {
    /// The cursor of the next page.
    var cursor: (text: String, decoded: String)? {
        guard let text = data?["next_cursor"]?.string else { return nil }
        return (text, String(decoding: Data(base64Encoded: text) ?? Data(), as: UTF8.self))
    }

    /// The header fields, the status and the body, as the caller receives them.
    var bytes: [String] {
        headers.fields.map { "\($0.name) \($0.value)" } + ["\(status)", String(decoding: body, as: UTF8.self)]
    }
}
