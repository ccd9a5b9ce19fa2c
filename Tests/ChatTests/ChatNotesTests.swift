import DiskSimulation
import DurableFiles
import Foundation
import NetworkingTesting
import OrbitModels
import Presentation
import Testing

@testable import Chat

@Suite @MainActor struct ChatNotesTests {
    private let clock = VirtualClock()
    private let disk = SimulatedDisk()

    private func notes(of owner: UserID = "maya") -> ChatNotes {
        let directory = PrivateDirectory("private", under: "/home", on: disk, time: clock)
        return ChatNotes(of: owner, file: PerUserFile(DurableFile("chat", in: directory)), time: clock)
    }

    @Test func `a draft is restored after a restart`() async {
        let first = notes()
        first.keep(MessageDraft(text: "Hello", changedAt: ChatUnderTest.now), in: "c1")
        first.noteOffer(in: "c2")
        await first.flush()
        let second = notes()
        await second.restore()
        #expect(second.draft(in: "c1").text == "Hello")
        #expect(second.hasOffered(in: "c2") && !second.hasOffered(in: "c1"))
    }

    @Test func `a draft that a full disk has refused is written by the next flush`() async {
        let first = notes()
        disk.failAlways(with: .diskFull)
        first.keep(MessageDraft(text: "Hello"), in: "c1")
        await first.flush()
        disk.failAlways(with: nil)
        await first.flush()
        let second = notes()
        await second.restore()
        #expect(second.draft(in: "c1").text == "Hello")
    }

    @Test func `a draft of another account is not restored`() async {
        let first = notes()
        first.keep(MessageDraft(text: "Private"), in: "c1")
        await first.flush()
        let other = notes(of: "liam")
        await other.restore()
        #expect(other.draft(in: "c1").isEmpty)
    }

    @Test func `a draft that was written before the notes are restored wins`() async {
        let first = notes()
        first.keep(MessageDraft(text: "Old"), in: "c1")
        await first.flush()
        let second = notes()
        second.keep(MessageDraft(text: "New"), in: "c1")
        await second.restore()
        #expect(second.draft(in: "c1").text == "New")
    }

    @Test func `an empty or huge draft is not stored, and the oldest of many drafts is removed`() {
        let notes = notes()
        notes.keep(MessageDraft(text: String(repeating: "a", count: 1_000_000)), in: "c1")
        #expect(notes.draft(in: "c1").isEmpty)
        for number in 0...100 {
            let date = ChatUnderTest.now.addingTimeInterval(Double(number))
            notes.keep(MessageDraft(text: "x", changedAt: date), in: ConversationID("c\(number)"))
        }
        #expect(notes.draft(in: "c0").isEmpty)
        #expect(notes.draft(in: "c100").text == "x")
        notes.keep(MessageDraft(), in: "c100")
        #expect(notes.draft(in: "c100").isEmpty)
    }
}
