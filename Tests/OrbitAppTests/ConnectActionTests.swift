import OrbitApp
import OrbitModels
import Testing

@Suite struct ConnectActionTests {
    @Test func `the button is enabled only where an action is possible`() {
        let enabled: [ConnectAction] = [.available, .answering]
        let disabled: [ConnectAction] = [.sending, .waiting, .connected, .unavailable("Ask again on Monday.")]
        #expect(enabled.allSatisfy { $0.isEnabled })
        #expect(!disabled.contains { $0.isEnabled })
    }

    @Test func `every state of the button has a word`() {
        let all: [ConnectAction] = [.available, .sending, .waiting, .answering, .connected, .unavailable("")]
        #expect(Set(all.map(\.localizationCode)) == Set(ConnectAction.vocabulary.english.keys))
        #expect(LocalizedStrings.english(ConnectAction.answering) == "Accept")
    }
}

@Suite struct AppVocabulariesTests {
    @Test func `no two vocabularies share a name, and each is listed`() {
        let names = Vocabulary.app.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(Set(names).isSuperset(of: ["poke_note", "reason", "profile_part", "today_wait_reason", "resting"]))
        #expect(LocalizedStrings.english.missing(from: Vocabulary.app).count == Vocabulary.app.flatMap(\.keys).count)
    }
}
