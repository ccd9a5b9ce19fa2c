/// Returns the typed lines. A task off the main actor reads them, so that the app runs meanwhile.
func typedLines() -> AsyncStream<String> {
    AsyncStream { lines in
        Task.detached {
            while let line = readLine() { lines.yield(line) }
            lines.finish()
        }
    }
}
