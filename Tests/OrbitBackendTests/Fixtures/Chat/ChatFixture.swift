import Chat
import Foundation
import Networking
import OrbitModels
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

extension FeatureFixture {
    static let chat = FeatureFixture(
        contract: [.chat, .messages, .proposals],
        accessMatrix: AccessFixture(
            requests: requests, kinds: kinds, exceptions: exceptions,
            steps: [.present: { try await $0.makeConversations() }]),
        blockMatrix: BlockFixture(
            rows: rows,
            named: [
                "openConversation": ["match_id"], "sendProposal": ["proposal_id"], "acceptProposal": ["slot"],
                "linkProposedMeetup": ["meetup_id"],
            ],
            thirdPersonStep: { world in
                world.thirdPersonThings["emoji"] = [FeatureFixture.thumb]
                world.thirdPersonThings["slot"] = [FeatureFixture.text(of: world.server.slot(inDays: 2))]
            },
            connections: [.match: { try await $0.makeConversation() }]),
        life: [.acquainted: { try await $0.converse() }],
        archive: ArchiveFixture(
            sections: ["conversations", "messages", "reactions", "proposals", "chat_settings"],
            counts: ["conversations": 1, "messages": 1, "reactions": 1, "proposals": 1, "chat_settings": 1],
            changedScreens: [
                "/conversations": ArchiveFixture.needsBoth,
                "/chat/settings": "They apply to conversations, which are not imported.",
            ]))

    /// An emoji in a path.
    fileprivate static let thumb = "%F0%9F%91%8D"

    /// The start of a slot as an identifier.
    fileprivate static func text(of slot: ProposalSlot) -> String { String(Int(slot.startsAt.timeIntervalSince1970)) }

    private static let requests: [String: AuthorizationRequest] = [
        "openConversation": .json { OpenConversationRequest(origin: .match(MatchID($0["match_id"]))) },
        "sendMessage": .json { _ in SendMessageRequest(clientID: "c-9", text: "Hello") },
        "editMessage": .json { _ in EditMessageRequest(text: "Hello again") },
        "markConversationRead": .json { _ in MarkReadRequest(through: 1) },
        "setTyping": .json { _ in TypingRequest(isTyping: true) },
        "muteConversation": .json { _ in MuteConversationRequest(isMuted: true) },
        "saveChatSettings": .json { _ in ChatSettings(sharesActivity: false) },
        "sendProposal": .json { scene in
            SendProposalRequest(
                clientID: "p-9", title: "Lunch", timeZone: "GMT", slots: [scene.server.slot(inDays: 3)],
                counteredID: ProposalID(scene["proposal_id"]))
        },
        "acceptProposal": .json {
            AcceptProposalRequest(startsAt: Date(timeIntervalSince1970: TimeInterval($0["slot"]) ?? 0))
        },
        "linkProposedMeetup": .json(naming: ["proposal_id": "agreed_proposal_id"]) {
            LinkMeetupRequest(meetupID: $0.meetup)
        },
    ]

    private static let kinds: [String: AccessFixture.Kind] = [
        "conversation": .init(roles: [.owner: [.person], .match: [.person]]),
        "message": .init(roles: [.owner: [.person, .author], .match: [.person]]),
        "proposal": .init(roles: [.owner: [.sender], .match: [.recipient]]),
    ]

    /// Only the two people of a match open its conversation.
    private static let exceptions = strangers.map {
        AuthorizationResponse.Exception(operation: "openConversation", column: $0, response: .unseen)
    }

    /// The people with a profile who do not belong to the match.
    private static let strangers: [AuthorizationColumn] = [
        .attendee, .recipient, .stranger, .otherCampus, .blocked, .blocker, .left, .removed, .moderator,
    ]

    private static let rows: [String: BlockRow] = [
        "listConversations": .shows, "readConversation": .shows, "listMessages": .shows, "listProposals": .shows,
        "readChatSettings": .ofCaller, "saveChatSettings": .own, "openConversation": .acts, "sendMessage": .acts,
        "editMessage": .acts,
        "deleteMessage": .excepted("A person takes back their own words, and finds no message of the other person."),
        "addReaction": .acts, "removeReaction": .acts,
        "markConversationRead": .acts, "setTyping": .acts, "muteConversation": .acts, "sendProposal": .acts,
        "acceptProposal": .acts, "declineProposal": .acts, "withdrawProposal": .acts, "linkProposedMeetup": .acts,
    ]
}

extension AuthorizationWorld {
    /// Makes the owner and their match talk, and the owner and the two people with a later block.
    fileprivate mutating func makeConversations() async throws {
        identifiers["agreed_proposal_id"] = try await makeAgreedProposal().rawValue
        let shared = try await things(ofMatch: identifiers["match_id"])
        identifiers.merge(shared) { $1 }
        for column in [AuthorizationColumn.blocked, .blocker] {
            let own = try await things(ofMatch: lost[column]?["match_id"])
            lost[column, default: [:]].merge(own) { $1 }
        }
    }

    /// Makes the owner propose a time, and their match accept it. Only such a proposal can have a meetup.
    private func makeAgreedProposal() async throws -> ProposalID {
        let (owner, match) = (try person(.owner), try #require(identifiers["match_id"]))
        let conversation = try await server.opened(.match(MatchID(match)), by: owner).id
        let slot = server.slot(inDays: 2)
        let proposal = try await server.proposed([slot], in: conversation, by: owner, as: "p-agreed")
        #expect(try await server.accept(proposal.id, slot, by: person(.match)).status == 200)
        return proposal.id
    }

    /// The things of the owner in the conversation of a match.
    private func things(ofMatch match: String?) async throws -> Identifiers {
        let owner = try person(.owner)
        let conversation = try await server.opened(.match(MatchID(try #require(match))), by: owner).id
        let message = try await server.said("Hello", in: conversation, by: owner)
        let slot = server.slot(inDays: 2)
        let proposal = try await server.proposed([slot], in: conversation, by: owner)
        return [
            "conversation_id": conversation.rawValue, "message_id": message.id.rawValue,
            "proposal_id": proposal.id.rawValue, "emoji": FeatureFixture.thumb, "slot": FeatureFixture.text(of: slot),
        ]
    }
}

extension BlockWorld {
    /// Makes the two people talk, after their match.
    fileprivate mutating func makeConversation() async throws {
        let match = try #require(between["match_id"]?.first)
        let start = try #require(thirdPersonThings["slot"]?.first.flatMap { TimeInterval($0) })
        let conversation = try await server.opened(.match(MatchID(match)), by: pair[0]).id
        let first = try await server.said("Hello from \(Self.names[0])", in: conversation, by: pair[0])
        let second = try await server.said(
            "Hello from \(Self.names[1])", in: conversation, by: pair[1], replyTo: first.id)
        #expect(try await server.react("👍", to: first, by: pair[1]).status == 200)
        #expect(try await server.react("👍", to: second, by: pair[0]).status == 200)
        let slot = ProposalSlot(
            startsAt: Date(timeIntervalSince1970: start), endsAt: Date(timeIntervalSince1970: start + 3_600))
        let proposal = try await server.proposed([slot], in: conversation, by: pair[0])
        between["conversation_id"] = [conversation.rawValue]
        between["message_id"] = [first.id.rawValue, second.id.rawValue]
        between["proposal_id"] = [proposal.id.rawValue]
    }
}

extension FullLife {
    /// The person and their match write, react and propose. Both propose once, so that the person also answers.
    fileprivate func converse() async throws {
        let match = try #require(try await server.matches(person).list.elements.first { $0.partnerID == self.match.id })
        let id = try await server.opened(.match(match.id), by: person).id
        try await server.said("Hello, \(Self.canary)", in: id, by: person)
        let reply = try await server.said("Hello", in: id, by: self.match)
        #expect(try await server.react("👍", to: reply, by: person).status == 200)
        let asked = try await server.proposed([server.slot(inDays: 200)], in: id, by: self.match)
        #expect(try await server.act("decline", on: asked.id, by: person).status == 200)
        _ = try await server.proposed([server.slot(inDays: 200)], title: "Tea, \(Self.canary)", in: id, by: person)
        #expect(try await server.share(false, by: person).status == 200)
    }
}
