import PageParts
import Testing

@testable import CampusWeb

@Suite struct RepetitionGuardTests {
    private let form = FormFields([("n", "0"), ("text", "Hello")])

    /// Whether each form is performed, in order, from a guard without earlier forms.
    private func admissions(_ sent: [(path: String, form: FormFields)]) -> [Bool] {
        var guarded = RepetitionGuard()
        return sent.map { guarded.admit($0.path, $0.form) }
    }

    @Test func `a form with the same number and content is performed once`() {
        var guarded = RepetitionGuard()
        let (first, second) = (guarded.admit("/feed", form), guarded.admit("/feed", form))
        #expect(first && !second)
        #expect(guarded.number(of: "/feed") == 1)
    }

    @Test func `another content or another path is performed, even from an old page`() {
        let other = FormFields([("n", "0"), ("text", "Bye")])
        #expect(admissions([("/feed", form), ("/feed", other), ("/other", form)]) == [true, true, true])
    }

    @Test func `the same content from a later page is performed again`() {
        let later = FormFields([("n", "1"), ("text", "Hello")])
        #expect(admissions([("/feed", form), ("/feed", later)]) == [true, true])
    }
}

@Suite @MainActor struct KeptModelsTests {
    final class Model {}

    @Test func `a model is created once for a key, and again after its removal`() {
        let models = KeptModels()
        let first = models.model("a") { Model() }
        #expect(models.model("a") { Model() } === first)
        models.remove(Model.self, "a")
        #expect(models.model("a") { Model() } !== first)
    }

    @Test func `beyond the maximum, the model that was used least recently is released`() {
        let models = KeptModels()
        let first = models.model("0") { Model() }
        for number in 1..<KeptModels.maxModels { _ = models.model("\(number)") { Model() } }
        _ = models.model("0") { Model() }
        _ = models.model("new") { Model() }
        #expect(models.existing(Model.self, "0") === first)
        #expect(models.existing(Model.self, "1") == nil)
    }
}
