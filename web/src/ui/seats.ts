/** Who played the card at this place of a trick: it goes round from its leader. */
export function seatAt(leader: number, place: number, nSeats: number): number {
  return (leader + place) % nSeats;
}
