// error: main actor-isolated property 'body' can not be referenced from a nonisolated context
import SwiftUI

struct EmptyScreen: View {
    var body: some View { Text("Empty") }
}

nonisolated func draw(_ screen: EmptyScreen) { _ = screen.body }
