import DurableFiles
import Foundation
import OrbitModels
import Outbox
import Presentation
import Testing
import Validation

@testable import Chat

@Suite struct ChatWordsTests {
    @Test func `every vocabulary of the module has English words`() {
        let parameters: [String: ParameterValue] = [
            "name": "Liam", "text": "Hi", "count": 3, "date": "3 March", "names": "Liam, Ana",
        ]
        for vocabulary in Vocabulary.chat {
            #expect(!vocabulary.english.isEmpty)
            for (code, template) in vocabulary.english {
                #expect(template(parameters)?.isEmpty == false, "\(vocabulary.name) \(code)")
            }
        }
        let names = Vocabulary.chat.map(\.name)
        #expect(Set(names).count == names.count)
    }

    @Test func `every value and failure that is shown has words of its own`() {
        #expect(
            Set(ContactHint.Kind.allCases.map(\.rawValue)) == Set(ContactHint.Kind.vocabulary.english.keys))
        #expect(Set(ChatFailure.allCases.map(\.rawValue)) == Set(ChatFailure.vocabulary.english.keys))
        #expect(Set(ProposalFailure.allCases.map(\.rawValue)) == Set(ProposalFailure.vocabulary.english.keys))
        let deliveries: [MessageRow.Delivery] = [.queued, .sending, .sent, .failed(Failure(ChatFailure.lost))]
        #expect(Set(deliveries.map(\.localizationCode)) == Set(MessageRow.Delivery.vocabulary.english.keys))
    }

    @Test func `the errors of the outbox are worded for a message`() {
        let errors: [OutboxError] = [
            .inUse, .otherAccount, .newerVersion(9), .unreadableRecord, .full, .tooLarge, .missingText, .notFound,
            .duplicateID, .notPermitted, .changeInProgress, .closed, .corrupt(.wrongChecksum),
        ]
        for error in errors {
            let message = OutboxWords.message(for: error, in: .english)
            #expect(OutboxWords.vocabulary.english.values.contains { $0([:]) == message }, "\(error)")
        }
        // Room on the disk does not repair a damaged file.
        #expect(OutboxWords.message(for: .corrupt(.wrongChecksum), in: .english).contains("Sign out"))
    }

    @Test func `a refusal that holds up later messages says how to remove it`() {
        let dependent = OutboxRejection(code: OutboxRejection.dependencyRemovedCode, reason: "")
        #expect(Failure(dependent, in: .english).message.contains("Remove it"))
        #expect(ChatFailure.missingMessage.message(in: .english).contains("Remove your change"))
        #expect(ChatFailure.unreadable.message(in: .english).contains("Remove it"))
        #expect(ChatFailure.lost.message(in: .english).contains("remove it"))
    }

    @Test func `a translation replaces the English words`() {
        let german = LocalizedStrings([LocalizationKey("chat_line", "own"): "Du: {text}"])
        let conversation = ChatUnderTest.conversation()
        #expect(ConversationLine.lastMessage(of: conversation, for: "liam", in: german) == "Du: Hi")
        #expect(ConversationLine.lastMessage(of: conversation, for: "maya", in: german) == "Hi")
    }

    @Test func `the failures of a message and of a proposal name the remedy`() {
        let catalogue = MessageCatalogue.chat
        let empty = [FieldFailure(path: "text", code: .required)]
        #expect(catalogue.message(for: empty, in: .message) == "Write something first.")
        let slots = [FieldFailure(path: "slots[2].starts_at", code: .notAllowed)]
        #expect(catalogue.message(for: slots, in: .proposal) == "Choose a time in the future, within a year.")
    }
}
