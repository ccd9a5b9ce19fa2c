import Auth
import OrbitAuth

let card = StudentCard(number: "4711")
print("The door reads card \(card.number); the app asks \(OrbitAuth.AuthRoutes.refresh.path).")
