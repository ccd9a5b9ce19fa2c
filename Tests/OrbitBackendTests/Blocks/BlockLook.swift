import Foundation
import Networking
import OrbitModels
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// What one of the two in a ``BlockWorld`` gets to see.
struct BlockLook: Sendable {
    let world: BlockWorld
    /// 0 or 1.
    let viewer: Int

    var me: Member { world.pair[viewer] }
    var other: Int { 1 - viewer }

    /// What a block hides from the viewer: ``BlockWorld/own`` of the other, and ``BlockWorld/between``.
    var hidden: BlockWorld.Things {
        var hidden = world.own[other].merging(world.between) { $0 + $1 }
        hidden["invitee_id"] = hidden["user_id"]
        return hidden
    }

    /// What would give the other away. The id of a meetup does not: people who were there have it in what they did there
    /// themselves, and a meetup that is shown has its host's name in it.
    private var canaries: [String] {
        let name = BlockWorld.names[other]
        let things = hidden.filter {
            !["meetup_id", "invitee_id"].contains($0.key) && !BlockFixture.allNotes.contains($0.key)
        }
        return [name, name.lowercased()] + things.flatMap { kind, things in things.map { "\(kind) \($0)" } }
    }

    /// Each way to fill the parameters of an operation's path and its body.
    ///
    /// A parameter is filled with hidden and common things, and with the viewer's own meetups and posts. One of
    /// ``BlockFixture/notes`` is filled with the viewer's own things alone. The operation is not tried if the world has
    /// nothing for a parameter.
    func fillings(of handler: Contract.RouteHandler) -> [AuthorizationRequest.Identifiers] {
        var things = hidden
        things.merge(world.common) { $0 + $1 }
        things.merge(world.own[viewer].filter { ["meetup_id", "post_id"].contains($0.key) }) { $0 + $1 }
        for kind in BlockFixture.allNotes { things[kind] = world.own[viewer][kind] }
        let person = world.pair[other].id.rawValue
        return BlockRow.parameters(of: handler).reduce([["user_id": person]]) { fillings, name in
            fillings.flatMap { filling in
                (things[name] ?? []).map { filling.merging([name: $0]) { $1 } }
            }
        }
    }

    /// The same requests about what never existed, and about an account that was erased. None if the request is about
    /// nothing that a block hides.
    func unknown(
        _ filling: AuthorizationRequest.Identifiers, of handler: Contract.RouteHandler
    ) -> [AuthorizationRequest.Identifiers] {
        let names = BlockRow.parameters(of: handler)
        return [BlockWorld.never, world.erased].compactMap { id in
            var unknown = filling
            for name in names where hidden[name]?.contains(filling[name] ?? "") == true { unknown[name] = id }
            let isOfPerson = ["user_id", "invitee_id"].contains { unknown[$0] != filling[$0] }
            return unknown != filling && (id == BlockWorld.never || isOfPerson) ? unknown : nil
        }
    }

    /// What of the other is in a response that should not be there: what its text holds, and what its cursors hold.
    ///
    /// - Parameter filling: of its request. What the viewer has named may be named to them.
    func traces(in response: HTTPResponse, to filling: AuthorizationRequest.Identifiers = [:]) -> [String] {
        var text = response.body
        for field in response.headers.fields { text += Data(" \(field.value)".utf8) }
        // Most hold nothing of the other at all.
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
    /// Of a canary, what is looked for.
    fileprivate var word: Substring { split(separator: " ").last ?? "" }
}

extension Data {
    /// Whether the bytes of a word are in it.
    fileprivate func holds(_ word: Substring) -> Bool { range(of: Data(word.utf8)) != nil }
}

extension JSONValue {
    /// All of its text, but for what a block itself tells, and what the caller has said of the other without reading it
    /// anywhere: which people they have blocked, what they have reported, which people they would have written to.
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
                // A comment names the post that it stands under, which says nothing of whose that is.
                members.filter { !["parent_id", "contact"].contains($0.key) }.values.map(\.textBesideBlocks)
                    .joined(separator: "\n")
            }
        }
    }
}

extension HTTPResponse {
    /// Where the next page begins.
    var cursor: (text: String, decoded: String)? {
        guard let text = data?["next_cursor"]?.string else { return nil }
        return (text, String(decoding: Data(base64Encoded: text) ?? Data(), as: UTF8.self))
    }

    /// All that a caller gets of it.
    var bytes: [String] {
        headers.fields.map { "\($0.name) \($0.value)" } + ["\(status)", String(decoding: body, as: UTF8.self)]
    }
}
