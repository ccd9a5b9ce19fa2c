import Testing

extension RandomHistory {
    /// Runs a life: a sequence of twenty histories on the same backend.
    ///
    /// After each history, every list on every device must match the server.
    ///
    /// - Parameter seed: The seed of the life, for the failure report.
    func live(_ seed: UInt64) async throws {
        for _ in 0..<20 {
            for _ in 0..<15 {
                try await step()
                let revealed = try await revealed() + disclosureFaults()
                try #require(revealed.isEmpty, "\(failureReport(of: revealed, seed: seed))")
            }
            try await settle()
            let answers = ServerAnswers()
            var differences = try await faultsAboutAbsentPeople()
            for index in await present() {
                let truth = ServerTruth(device: devices[index], answers: answers)
                differences += try await truth.differences() + truth.remindersInExcess()
            }
            differences += try await revealed() + disclosureFaults()
            try #require(differences.isEmpty, "\(failureReport(of: differences, seed: seed))")
            resume()
        }
    }
}
